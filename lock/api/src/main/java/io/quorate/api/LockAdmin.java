package io.quorate.api;

import java.util.List;
import java.util.Map;

/**
 * What an operator asks of a cluster through this node ({@link Locks#admin()}): who the members are, and that a lock be given back. For
 * servers and programs of operators; code that uses locks does not need it. Every call that is about a release leaves an audit line in the
 * log of this node, and a revocation one more at the node of the holder.
 */
public interface LockAdmin {
    /** The members of the cluster in the order of the roster, as this node sees them; empty if there is no roster. Sends no message. */
    List<Member> members();

    /**
     * Asks whoever holds the lock to give it back ({@link Hold#onReleaseRequested}). Asks every node, and waits a short time for their
     * answers, as {@link DistributedLock#describe()} does.
     *
     * @param who wants it, in words, for the log of all nodes: at most 200 characters of it are kept
     */
    Release askRelease(String lockName, String who);

    /**
     * Takes the lock from whoever holds it with this fence; the holder loses it ({@link LossReason#REVOKED}). Waits as
     * {@link #askRelease} does.
     *
     * @param fence of the hold that is meant, as {@link DistributedLock#describe()} tells it: so a later holder is left alone
     * @param who wants it, as for {@link #askRelease}
     * @throws IllegalArgumentException if the fence is not positive
     */
    Release revoke(String lockName, long fence, String who);

    /** A member of the cluster, as one node sees it. Later versions may tell more. */
    interface Member {
        String id();

        /** As {@code host:port} in the roster. */
        String address();

        /** Whether it is the node that was asked. */
        boolean isSelf();

        /** Whether the node that was asked has a connection with it; true for that node itself. */
        boolean isConnected();
    }

    /** What became of the wish to free a lock. Later versions may tell more. */
    interface Release {
        /** Who held the lock, and who waited, when each node was asked. */
        LockDescription before();

        /** For each node where somebody held it, how many of its holds were revoked, or heard that they are asked for. */
        Map<String, Integer> actedAt();
    }
}
