package io.quorate.core.protocol;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.QuorumSystem;

/** What all machines of a node share: who it is, its clock, who votes, and whom it suspects. */
public final class MachineContext {
    private final NodeId self;
    private final int incarnation;
    private final LamportClock clock;
    private final QuorumSystem quorums;
    private NodeSet suspected = NodeSet.EMPTY;

    public MachineContext(NodeId self, int incarnation, QuorumSystem quorums) {
        this(self, incarnation, quorums, new LamportClock());
    }

    private MachineContext(NodeId self, int incarnation, QuorumSystem quorums, LamportClock clock) {
        this.self = self;
        this.incarnation = incarnation;
        this.quorums = quorums;
        this.clock = clock;
    }

    /** An equal context with a clock of its own. */
    public MachineContext copy() {
        MachineContext copy = new MachineContext(self, incarnation, quorums, new LamportClock(clock.counter()));
        copy.suspected = suspected;
        return copy;
    }

    public NodeId self() {
        return self;
    }

    /** Rises with each start of the node. */
    public int incarnation() {
        return incarnation;
    }

    public LamportClock clock() {
        return clock;
    }

    public QuorumSystem quorums() {
        return quorums;
    }

    /** A stamp greater than all that this node has seen. */
    public Stamp nextStamp() {
        return new Stamp(clock.tick(), self, incarnation);
    }

    /** Whether this start of this node made the stamp. */
    public boolean isMine(Stamp stamp) {
        return stamp.incarnation() == incarnation && stamp.node().equals(self);
    }

    public NodeSet suspected() {
        return suspected;
    }

    /** Changes what {@link #suspected()} answers. */
    public void suspect(NodeSet nodes) {
        suspected = nodes;
    }
}
