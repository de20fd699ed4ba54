// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The holders, waiters and votes of a lock, as the nodes reported them. The nodes answer at different times: a lock that changes
 * hands meanwhile may show two holders or none. {@code toString()} is a text for people. Later versions may add methods.
 */
public interface LockDescription {
    /** {@return the name of the lock} */
    String lockName();

    /** {@return the holders, as their nodes reported them} */
    List<Party> holders();

    /** {@return the waiters, as their nodes reported them} */
    List<Party> waiters();

    /** {@return the votes, also those granted to nodes that do not answer} */
    List<Vote> votes();

    /** {@return the nodes with a standing lock: unused, and given up on request} */
    List<String> keepers();

    /** {@return the nodes that did not answer in time} */
    List<String> unanswered();

    /** {@return the nodes that at least one node reports as slow} */
    List<String> slow();

    /** {@return the guests among the nodes named here; they have no vote ({@link LocksConfig#guest})} */
    List<String> guests();

    /** {@return whether no node that answered holds the lock, and all granted votes belong to standing locks} */
    default boolean isFree() {
        return holders().isEmpty()
                && votes().stream()
                        .noneMatch(vote -> vote.granted() && !keepers().contains(vote.requester()));
    }

    /** A holder or a waiter: a thread or a task of a node. */
    interface Party {
        /** {@return the id of its node} */
        String nodeId();

        /** {@return whether its node is a guest, not a member} */
        boolean isGuest();

        /** {@return the host name that its node reports} */
        String host();

        /** {@return its process id} */
        long pid();

        /** {@return the name of the thread, or the label that the caller gave} */
        String label();

        /** {@return how it holds or requests the lock} */
        LockMode mode();

        /** {@return when it began to hold or to wait, by the clock of its machine} */
        Instant since();

        /** {@return the fencing token of the hold; 0 for a waiter, or if the protocol has none} */
        long fence();

        /** {@return how long the hold was valid without renewal when its node answered; null for a waiter, or without leases} */
        @Nullable
        Duration validFor();

        /** {@return whether the hold has spare votes ({@link Hold#hasSpareVotes})} */
        boolean hasSpareVotes();
    }

    /** The answer of a voter to a request. */
    interface Vote {
        /** {@return the id of the voter} */
        String voter();

        /** {@return the id of the node that requested the lock} */
        String requester();

        /** {@return true if the vote is granted, false if the request is queued} */
        boolean granted();
    }
}
