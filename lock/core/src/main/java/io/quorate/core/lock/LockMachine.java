// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.rosters.Rise;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;

/**
 * One lock at one node, by one algorithm: a mutable, deterministic machine. The effect of a call depends on the machine's own fields,
 * its {@link MachineContext} and the arguments, on nothing else. Each call, with all that it sends, is one
 * atomic step.
 */
public interface LockMachine<M extends Message> {
    /** The node wants the lock. Only when IDLE or STANDING. */
    void acquire(Mode mode, Outbox<M> out);

    /** The node gives the lock back. Only when HOLDING. */
    void release(Outbox<M> out);

    /**
     * The node gives the lock back, but keeps what it was granted until somebody else wants it. Only when HOLDING; false, with
     * nothing done, if the algorithm does not do that or not now.
     */
    default boolean stand(Outbox<M> out) {
        return false;
    }

    /**
     * B1: from now on, or no longer, the node wants to be told, by {@link Outbox#busy}, if another holds the lock that it asks for.
     * Before {@link #acquire}, or while WAITING. Most algorithms know no such thing; then nobody tells.
     */
    default void askNow(boolean wanted, Outbox<M> out) {}

    /** Whether the node wants to be told if another holds the lock. */
    default boolean asksNow() {
        return false;
    }

    /**
     * M1: from now on, or no longer, a writer of this node waits for the node's SHARED hold to end; other nodes may be told. Only when
     * HOLDING. Whether anything was done: most algorithms know no such thing.
     */
    default boolean writerWaits(boolean waits, Outbox<M> out) {
        return false;
    }

    /**
     * M3: the node gives its SHARED hold back and asks for the writer that it told of, in one step. Only when HOLDING; false, with
     * nothing done, if the algorithm does not do that or has told of none.
     */
    default boolean passOnToWriter(Outbox<M> out) {
        return false;
    }

    /** The node no longer wants the lock that it waits for. Only when WAITING. */
    void abandon(Outbox<M> out);

    /** The node will not want the lock for long, and nobody needs to ask it any more. Only when IDLE; most algorithms know no such thing. */
    default void leaveGroup(Outbox<M> out) {}

    /** Whether the node is leaving, and somebody may not know it yet. */
    default boolean isLeaving() {
        return false;
    }

    /** A message has come, from this very node or from another. */
    void receive(NodeId from, M message, Outbox<M> out);

    /** A timer that this machine started has run out. */
    default void timerFired(TimerName timer, Outbox<M> out) {}

    /** The peer seems to be gone. A hint, never proof: no safety may rest on it. */
    default void peerSuspected(NodeId peer, Outbox<M> out) {}

    /** The peer, suspected before, seems to be there. */
    default void peerRestored(NodeId peer, Outbox<M> out) {}

    /** H2, W2: which peers are slow, or about to stop, has changed. Hints, never proof. */
    default void hintsChanged(Outbox<M> out) {}

    /** W2: whether nothing rests on the vote of a peer that is about to stop. Returns the inputs that the machine kept for later. */
    default boolean mayLeave(NodeId peer, Outbox<M> out) {
        return true;
    }

    /** W2: the session with a peer that is about to stop has ended: what it granted is void. */
    default void left(NodeId peer, Outbox<M> out) {}

    /** T1: there are two living starts of the peer, and neither counts. */
    default void twinSeen(NodeId peer, Outbox<M> out) {}

    /**
     * E4, E5: the node has gone up to another configuration, by whose quorums the context decides from now on.
     *
     * @param validBefore until when the hold was valid by the quorums before; the lowest number if nothing was held
     */
    default void configurationRose(Rise rise, long validBefore, Outbox<M> out) {}

    /**
     * E4: a hold that counted on the lower roster alone until now has lost the lock, unless it has votes of the upper roster by now. Gives
     * the time until which it still may; the highest number if nothing is so.
     */
    default long endFrozen(long now, Outbox<M> out) {
        return Long.MAX_VALUE;
    }

    /** Messages in flight to or from the peer may be lost: repeat the ones that still apply. */
    default void linkReset(NodeId peer, Outbox<M> out) {}

    /** S3: the grants of this voter no longer count; the machine asks again for those that it still needs. */
    default void trustEnded(NodeId voter, Outbox<M> out) {}

    /** S5, S7: all that this start of the node has asked for is over. */
    default void ownerGone(NodeId node, long incarnation, Outbox<M> out) {}

    /** S8: this node, as a voter, may grant from now on. */
    default void votingBegan(Outbox<M> out) {}

    Phase phase();

    /** The fencing token of the hold: above those of all earlier conflicting holds. 0 if the algorithm has no fences. */
    default long fence() {
        return 0;
    }

    /** Gets a higher fence for the hold, which goes on under the one that it has; {@link #fence} changes when it is there. */
    default void renewFence(Outbox<M> out) {}

    /** Until when, by the clock of the node, the hold is valid as things stand. */
    default long validUntil() {
        return Long.MAX_VALUE;
    }

    /** V3: whether the hold survives the crash of as many voters as the node wants spare votes for. */
    default boolean hasSpares() {
        return false;
    }

    /** Whether this machine, WAITING or HOLDING, knows that another node waits for the lock. */
    boolean isContended();

    /** Whether forgetting this machine, and making a new one when needed, changes nothing. */
    boolean isQuiescent();

    /** An equal machine that shares nothing mutable with this one; the checker branches here. */
    LockMachine<M> copy(MachineContext context);

    /** Writes all state that can influence what the machine does, in a canonical order. */
    void describeTo(StateWriter writer);
}
