package io.quorate.core.protocol;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;

/**
 * What a machine knows besides its own fields. All machines of a node share who it is, its clock and whom it suspects; who
 * votes is a matter of the lock.
 */
public final class MachineContext {
    private final Shared shared;
    private QuorumSystem quorums;

    public MachineContext(NodeId self, int incarnation, Placement placement) {
        this(new Shared(self, incarnation, placement, new LamportClock()), placement.system());
    }

    private MachineContext(Shared shared, QuorumSystem quorums) {
        this.shared = shared;
        this.quorums = quorums;
    }

    /** An equal context with a clock of its own. */
    public MachineContext copy() {
        LamportClock clock = new LamportClock(shared.clock.counter());
        MachineContext copy =
                new MachineContext(new Shared(shared.self, shared.incarnation, shared.placement, clock), quorums);
        copy.shared.suspected = shared.suspected;
        return copy;
    }

    /** The context of the same node for the machine of this lock. */
    public MachineContext forLock(LockName lock) {
        return new MachineContext(shared, shared.placement.of(lock));
    }

    /** The machine serves another lock from now on. */
    public void reuseFor(LockName lock) {
        quorums = shared.placement.of(lock);
    }

    public NodeId self() {
        return shared.self;
    }

    /** Rises with each start of the node. */
    public int incarnation() {
        return shared.incarnation;
    }

    public LamportClock clock() {
        return shared.clock;
    }

    /** Who votes, for this lock. */
    public QuorumSystem quorums() {
        return quorums;
    }

    /** A stamp greater than all that this node has seen. */
    public Stamp nextStamp() {
        return new Stamp(shared.clock.tick(), shared.self, shared.incarnation);
    }

    /** Whether this start of this node made the stamp. */
    public boolean isMine(Stamp stamp) {
        return stamp.incarnation() == shared.incarnation && stamp.node().equals(shared.self);
    }

    public NodeSet suspected() {
        return shared.suspected;
    }

    /** Changes what {@link #suspected()} answers, to all machines of the node. */
    public void suspect(NodeSet nodes) {
        shared.suspected = nodes;
    }

    private static final class Shared {
        final NodeId self;
        final int incarnation;
        final Placement placement;
        final LamportClock clock;
        NodeSet suspected = NodeSet.EMPTY;

        Shared(NodeId self, int incarnation, Placement placement, LamportClock clock) {
            this.self = self;
            this.incarnation = incarnation;
            this.placement = placement;
            this.clock = clock;
        }
    }
}
