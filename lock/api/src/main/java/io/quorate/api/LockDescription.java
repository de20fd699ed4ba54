package io.quorate.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a lock and who waits for it, as the nodes said when they were asked. The nodes answer one after the other, so a
 * lock that moves meanwhile may show twice or not at all. {@code toString()} says it in sentences, for people. Later versions
 * may tell more.
 */
public interface LockDescription {
    /** The lock. */
    String lockName();

    /** The claims that hold the lock, as their nodes said. */
    List<Party> holders();

    /** The claims that wait, as their nodes said. */
    List<Party> waiters();

    /** What the voters have promised, also to nodes that do not answer. */
    List<Vote> votes();

    /** The nodes that keep the lock at hand because nobody else wanted it; they give it up when asked. */
    List<String> keepers();

    /** The nodes that did not answer in time. */
    List<String> unanswered();

    /** The nodes that take much longer to answer than they usually do, as some node said that they keep waiting. */
    List<String> slow();

    /** Those of the nodes named here that are guests, and have no vote ({@link LocksConfig#guest}). */
    List<String> guests();

    /** Whether nobody who answered holds the lock, and no voter has promised it to anybody who would not give it up. */
    default boolean isFree() {
        return holders().isEmpty()
                && votes().stream()
                        .noneMatch(vote -> vote.granted() && !keepers().contains(vote.requester()));
    }

    /** A thread or task that holds the lock or waits for it. */
    interface Party {
        /** The id of its node. */
        String nodeId();

        /** Whether its node is a guest, and no member of the cluster. */
        boolean isGuest();

        /** The machine, as the node itself calls it. */
        String host();

        /** The number of its process. */
        long pid();

        /** The thread that asked, or the name that its caller gave. */
        String label();

        /** How it holds or asks. */
        LockMode mode();

        /** When it began to hold or to wait, by the clock of its own machine. */
        Instant since();

        /** The fencing token of the hold; 0 while waiting, and if the algorithm has none. */
        long fence();

        /**
         * For how long the hold was valid, as things stood, when its node answered: it is renewed all the time. Null while
         * waiting, and where no lease applies.
         */
        @Nullable
        Duration validFor();

        /** Whether it holds the lock by more votes than it needs ({@link Hold#hasSpareVotes}). */
        boolean hasSpareVotes();
    }

    /** What a voter knows of a request. */
    interface Vote {
        /** The node that votes. */
        String voter();

        /** The node that asked. */
        String requester();

        /** Whether the requester has the vote; else it waits for it. */
        boolean granted();
    }
}
