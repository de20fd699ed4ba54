package io.quorate.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a lock and who waits for it, as the nodes said when they were asked. The nodes answer one after the other, so a
 * lock that moves meanwhile may show twice or not at all.
 *
 * @param lockName the lock
 * @param holders who said that they hold it
 * @param waiters who said that they wait
 * @param votes what the voters have promised, also to nodes that do not answer
 * @param keepers the nodes that keep the lock at hand because nobody else wanted it; they give it up when asked
 * @param unanswered the nodes that did not answer in time
 */
public record LockDescription(
        String lockName,
        List<Party> holders,
        List<Party> waiters,
        List<Vote> votes,
        List<String> keepers,
        List<String> unanswered) {
    public LockDescription {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        votes = List.copyOf(votes);
        keepers = List.copyOf(keepers);
        unanswered = List.copyOf(unanswered);
    }

    /**
     * A thread or task that holds the lock or waits for it.
     *
     * @param nodeId its node
     * @param host the machine, as the node itself calls it
     * @param pid the process
     * @param label the thread that asked, or what it was called by whoever asked
     * @param mode how it holds or asks
     * @param since when it began to hold or to wait, by the clock of its own machine
     * @param fence the fence of the hold; 0 while waiting, and if the algorithm has none
     * @param validFor for how long the hold was valid, as things stood, when its node answered: it is renewed all the time. Null
     *     while waiting, and where no lease applies
     */
    public record Party(
            String nodeId,
            String host,
            long pid,
            String label,
            LockMode mode,
            Instant since,
            long fence,
            @Nullable Duration validFor) {
        @Override
        public String toString() {
            return label + " of node " + nodeId + " (process " + pid + " on " + host + ", " + mode + ", since " + since
                    + (fence == 0 ? "" : ", fence " + fence)
                    + (validFor == null ? "" : ", valid for another " + validFor.toMillis() + " ms")
                    + ")";
        }
    }

    /**
     * What a voter knows of a request.
     *
     * @param voter the node that votes
     * @param requester the node that asked
     * @param granted whether the requester has the vote; else it waits for it
     */
    public record Vote(String voter, String requester, boolean granted) {}

    /** Whether nobody who answered holds the lock, and no voter has promised it to anybody who would not give it up. */
    public boolean isFree() {
        return holders.isEmpty()
                && votes.stream().noneMatch(vote -> vote.granted() && !keepers.contains(vote.requester()));
    }

    /** In sentences, for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Lock \"" + lockName + "\" ");
        text.append(holders.isEmpty() ? unheld() : "is held by " + list(holders));
        text.append(waiters.isEmpty() ? "; nobody waits" : "; waiting: " + list(waiters))
                .append('.');
        for (String keeper : keepers) {
            text.append(" Node " + keeper + " keeps it at hand, and gives it up when anybody wants it.");
        }
        for (Vote vote : votes) {
            if (vote.granted() && !isParty(vote.requester()) && !keepers.contains(vote.requester())) {
                text.append(" Node " + vote.voter() + " has promised it to node " + vote.requester()
                        + (unanswered.contains(vote.requester())
                                ? ", which does not answer: if it is gone, that ends with its lease."
                                : ", which does not claim it: it has just given it back, or was restarted while it had it,"
                                        + " and then that ends with its lease."));
            }
        }
        if (!unanswered.isEmpty()) {
            text.append(" No answer from: " + String.join(", ", unanswered) + ".");
        }
        return text.toString();
    }

    private String unheld() {
        if (!unanswered.isEmpty()) {
            return "is held by nobody who answered";
        }
        return isFree() ? "is free" : "is held by nobody";
    }

    private boolean isParty(String nodeId) {
        return Stream.concat(holders.stream(), waiters.stream())
                .anyMatch(party -> party.nodeId().equals(nodeId));
    }

    private static String list(List<Party> parties) {
        return String.join(", ", parties.stream().map(Party::toString).toList());
    }
}
