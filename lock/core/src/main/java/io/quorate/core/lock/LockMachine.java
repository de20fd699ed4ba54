package io.quorate.core.lock;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;

/**
 * One lock at one node, by one algorithm: a mutable, deterministic machine. What a call does depends on the machine's
 * own fields, its {@link MachineContext} and the arguments, on nothing else. Each call, with all that it sends, is one
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

    /** The node no longer wants the lock that it waits for. Only when WAITING. */
    void abandon(Outbox<M> out);

    /** The node will not want the lock for long, and nobody needs to ask it any more. Only when IDLE; most algorithms know no such thing. */
    default void leaveGroup(Outbox<M> out) {}

    /** A message has come, from this very node or from another. */
    void receive(NodeId from, M message, Outbox<M> out);

    /** A timer that this machine started has run out. */
    default void timerFired(TimerName timer, Outbox<M> out) {}

    /** The peer seems to be gone. A hint, never proof: no safety may rest on it. */
    default void peerSuspected(NodeId peer, Outbox<M> out) {}

    /** The peer, suspected before, seems to be there. */
    default void peerRestored(NodeId peer, Outbox<M> out) {}

    /** What was in flight to or from the peer may be lost: say again what is still true. */
    default void linkReset(NodeId peer, Outbox<M> out) {}

    /** S3: what the voter granted counts no longer; what is still wanted is asked for anew. */
    default void trustEnded(NodeId voter, Outbox<M> out) {}

    /** S5, S7: all that this start of the node has asked for is over. */
    default void ownerGone(NodeId node, int incarnation, Outbox<M> out) {}

    /** S8: this node, as a voter, may grant from now on. */
    default void votingBegan(Outbox<M> out) {}

    Phase phase();

    /** What the hold is known by: more than every conflicting hold before had. 0 if the algorithm has no fences. */
    default long fence() {
        return 0;
    }

    /** Until when, by the clock of the node, the hold is valid as things stand. */
    default long validUntil() {
        return Long.MAX_VALUE;
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
