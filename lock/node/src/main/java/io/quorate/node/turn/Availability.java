// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.LockUnavailableException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.Configuration;
import io.quorate.node.net.Membership;

/** Whether enough nodes seem to be there to decide about locks. Changed in turns only; read by any thread. */
public interface Availability {
    /** Whether this node may have a vote; guests have none. */
    boolean isVoter();

    /** Those that have never been there are missing since now. */
    void begin(long now);

    /** The node is missing, from now on if it was not before. */
    void suspect(NodeId node, long now);

    /** The node is there. */
    void trust(NodeId node);

    /** The members are others from now on; only where that can be. */
    default void follow(Membership membership, Configuration configuration, long now) {
        throw new UnsupportedOperationException("the members of this node never change");
    }

    /** A turn is over: whether locks can be decided now that could not before, or the other way round, for another reason. */
    default boolean hasChanged(long now) {
        return false;
    }

    /** Whether a lock cannot be decided without those that are missing since that time or before. */
    boolean isUnavailable(LockName lock, long since);

    /** Those that count as missing, this one never. */
    NodeSet suspected();

    /** The other nodes that seem to be there. */
    NodeSet reachablePeers();

    /** Whether there is a quorum in the numbers of the roster; that of one lock may be another. */
    boolean isAvailable();

    /** Whether enough nodes seem to be there to decide about this lock. */
    boolean isAvailable(LockName lock);

    /** Whether there are enough to decide about this lock without these nodes. */
    boolean isAvailable(LockName lock, NodeSet missing);

    /** For which part of all locks, 0 to 1, enough nodes seem to be there; about, if it depends on the lock. */
    double partOfLocks();

    /** The message for a caller when a lock is unavailable; an empty name means all locks. */
    LockUnavailableException failure(String lockName, String what);
}
