// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.util.List;
import java.util.Map;

/**
 * Operator requests to a cluster, sent through this node ({@link Locks#admin()}): list the members, ask for the release of a lock,
 * revoke a lock. For servers and operator tools; code that uses locks does not need it. Each release request leaves an audit line in
 * the log of this node. A revocation leaves another at the holder's node.
 */
public interface LockAdmin {
    /** {@return the members in the order of the roster, as this node sees them; empty without a roster. Sends no message} */
    List<Member> members();

    /**
     * Asks every member how it is. Asks all at once, and waits up to {@link LocksConfig#describeTimeout} for the answers.
     *
     * @return the members, their health, and how many of them may fail next without losing the quorum
     */
    Survey survey();

    /**
     * Asks the holders of a lock to release it ({@link Hold#onReleaseRequested}). Asks every node, and waits up to
     * {@link LocksConfig#describeTimeout} for the answers.
     *
     * @param lockName the lock
     * @param who the person or program that asks, for the logs; at most 200 characters are kept
     * @return which nodes passed the request on
     */
    Release askRelease(String lockName, String who);

    /**
     * Takes a lock away from its holder, which loses it ({@link LossReason#REVOKED}). Waits as {@link #askRelease} does.
     *
     * @param lockName the lock
     * @param fence the fencing token of the hold, from {@link DistributedLock#describe()}; a later hold is left alone
     * @param who the person or program that asks, for the logs; at most 200 characters are kept
     * @return which nodes revoked a hold
     * @throws IllegalArgumentException if the fencing token is not positive
     */
    Release revoke(String lockName, long fence, String who);

    /** A member of the cluster, as one node sees it. Later versions may add methods. */
    interface Member {
        /** {@return the id of the member} */
        String id();

        /** {@return its address in the roster, as {@code host:port}} */
        String address();

        /** {@return whether it is the node that was asked} */
        boolean isSelf();

        /** {@return whether the node that was asked is connected with it; true for that node itself} */
        boolean isConnected();

        /** {@return whether it takes much longer to answer than usual, so that other members vote instead} */
        boolean isSlow();

        /** {@return whether it is connected but grants no votes: it has just started, or it stops} */
        boolean isSilent();

        /** {@return whether the quorum would be lost if it failed now; false if there is no quorum anyway} */
        boolean isNeeded();
    }

    /** The state of a cluster. Later versions may add methods. */
    interface Survey {
        /** {@return the members, as {@link LockAdmin#members()}, with what they say about themselves} */
        List<Member> members();

        /** {@return the health that each member reports, by id; a member that does not answer is missing} */
        Map<String, Health> healths();

        /**
         * Counts how many of the members that work now may fail, in any combination, while the others still form a quorum. Silent members
         * count as failed. With many members the answer may be too low, because the search is bounded.
         *
         * @return the number of failures, or -1 if there is no quorum now
         */
        int failuresTolerated();
    }

    /** The result of a release request. Later versions may add methods. */
    interface Release {
        /** {@return the holders and waiters at the time of the request} */
        LockDescription before();

        /** {@return by node id, how many holds were revoked, or received the request} */
        Map<String, Integer> actedAt();
    }
}
