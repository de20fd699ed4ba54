// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.part.NodePart;
import io.quorate.core.lock.part.PartState;
import io.quorate.core.lock.rosters.RosterQuorums;
import io.quorate.core.model.LamportClock;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.session.Sessions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A machine's view of its node, besides its own fields. All machines of a node share who it is, its clock and whom it suspects; who
 * votes is a matter of the lock.
 */
public final class MachineContext {
    private final Shared shared;
    private QuorumSystem quorums;

    /** The node of the machine that it serves; null if none in particular. */
    private @Nullable LockName lock;

    /** Of a node that has started for the first time. */
    public MachineContext(NodeId self, long incarnation, Placement placement) {
        this(NodeStart.first(self, placement).withIncarnation(incarnation));
    }

    public MachineContext(NodeStart start) {
        this(new Shared(start));
    }

    private MachineContext(Shared shared) {
        this(shared, shared.rosters.any());
    }

    private MachineContext(Shared shared, QuorumSystem quorums) {
        this.shared = shared;
        this.quorums = quorums;
    }

    /** An equal context with a clock of its own. */
    public MachineContext copy() {
        return new MachineContext(new Shared(shared), quorums);
    }

    /** The context of the same node for the machine of this lock. */
    public MachineContext forLock(LockName lock) {
        MachineContext own = new MachineContext(shared, shared.rosters.of(lock));
        own.lock = lock;
        return own;
    }

    /** The machine serves another lock from now on. */
    public void reuseFor(LockName next) {
        quorums = shared.rosters.of(next);
        lock = next;
    }

    /** E2: the node is in another configuration, so another quorum system decides about this lock. */
    public void configurationRose() {
        LockName named = lock;
        quorums = named == null ? shared.rosters.any() : shared.rosters.of(named);
    }

    /** Which rosters decide, of this node. */
    public RosterQuorums rosters() {
        return shared.rosters;
    }

    /** E7: no hold of a roster that is over had a higher fence. */
    public long rosterFloor() {
        return shared.rosters.floor();
    }

    /** The lock whose machine this context serves. */
    public LockName lock() {
        LockName named = lock;
        if (named == null) {
            throw new IllegalStateException("this context serves no lock in particular");
        }
        return named;
    }

    /** The machines' view of the part of this node, which must be of this type. */
    public <P extends PartState> P part(Class<P> type) {
        PartState part = shared.part;
        if (!type.isInstance(part)) {
            throw new IllegalStateException(
                    "this node has no part with a " + type.getSimpleName() + ": start it with one");
        }
        return type.cast(part);
    }

    /** Whether the protocol has plugged a {@link NodePart} into this node. */
    public boolean hasPart() {
        return shared.part != null;
    }

    public NodeId self() {
        return shared.self;
    }

    /** Rises with each start of the node. */
    public long incarnation() {
        return shared.incarnation;
    }

    /** Whether no earlier start of this node has promised anything that may still hold. */
    public boolean isFirstStart() {
        return shared.start.votesAtOnce();
    }

    public LamportClock clock() {
        return shared.clock;
    }

    /** The voters of this lock. */
    public QuorumSystem quorums() {
        return quorums;
    }

    /** All who vote. */
    public NodeSet voters() {
        return shared.rosters.voters();
    }

    /**
     * The quorum that this node asks when nothing speaks against it. A guest, which has no vote, takes that of a voter; which
     * one differs from guest to guest.
     */
    public NodeSet usualQuorum() {
        return quorums.quorumOf(seat());
    }

    /**
     * H5: the quorum to ask, without these nodes, if there is one: as near as one can be, by the time that answers take. The name of the
     * lock determines it, for every requester.
     */
    public Optional<NodeSet> nearestQuorum(NodeSet avoided) {
        NodeSet usual = usualQuorum();
        Optional<NodeSet> best = usual.intersects(avoided) ? quorumAvoiding(avoided) : Optional.of(usual);
        for (NodeSet far : shared.far) {
            if (best.isEmpty() || !best.get().intersects(far)) {
                continue;
            }
            Optional<NodeSet> nearer = quorumAvoiding(avoided.union(far));
            if (nearer.isEmpty()) {
                break;
            }
            best = nearer;
        }
        return best;
    }

    /** A quorum without these nodes, if there is one. */
    public Optional<NodeSet> quorumAvoiding(NodeSet nodes) {
        return quorums.quorumAvoiding(seat(), nodes);
    }

    private NodeId seat() {
        NodeId self = shared.self;
        return isVoter(self) ? self : quorums.seatOf(self);
    }

    /** A stamp greater than all that this node has seen. */
    public Stamp nextStamp() {
        return new Stamp(shared.clock.tick(), shared.self, shared.incarnation);
    }

    /** Whether this start of this node made the stamp. */
    public boolean isMine(Stamp stamp) {
        return stamp.incarnation() == shared.incarnation && stamp.node().equals(shared.self);
    }

    /** The nodes that seem to be gone, or grant nothing for now. */
    public NodeSet suspected() {
        return shared.suspected;
    }

    /** Changes what {@link #suspected()} answers, to all machines of the node. */
    public void suspect(NodeSet nodes) {
        shared.suspected = nodes;
        shared.updateAvoided();
    }

    /** H1: the voters that take long to answer just now. */
    public NodeSet slow() {
        return shared.slow;
    }

    public void slow(NodeSet nodes) {
        shared.slow = nodes;
    }

    /** H5: the voters that are farther away than others, the farthest first, each set with those before. */
    public void far(List<NodeSet> cumulated) {
        shared.far = List.copyOf(cumulated);
    }

    /** H5: whether no voter is farther away than others, as far as is known. */
    public boolean areAllNear() {
        return shared.far.isEmpty();
    }

    /** W2: the voters that are about to stop. */
    public void stopping(NodeSet nodes) {
        shared.stopping = nodes;
        shared.updateAvoided();
    }

    /** W2, T1: the voters that nothing is asked of for now, for they have stopped, or there are two of them. */
    public NodeSet silenced() {
        return shared.silenced;
    }

    public void silence(NodeSet nodes) {
        shared.silenced = nodes;
        shared.updateAvoided();
    }

    /** The voters whose votes nobody should rest on: suspected, about to stop, or silenced. */
    public NodeSet avoided() {
        return shared.avoided;
    }

    /** V1: the number of voter crashes that a contended hold survives. */
    public int spareVotes() {
        return shared.start.spareVotes();
    }

    public Sessions sessions() {
        return shared.sessions;
    }

    /** A message is refused that no peer sends which follows the rules. */
    public void countForged() {
        shared.forged++;
    }

    /** How many messages were refused because no peer that follows the rules sends them. */
    public long forgedCount() {
        return shared.forged;
    }

    /** Whether the node may vote; if not, it is a guest, and stands in no set of nodes. */
    public boolean isVoter(NodeId node) {
        PartState part = shared.part;
        return part == null ? shared.rosters.voters().contains(node) : part.mayVote(node);
    }

    /** Refuses a guest, for a protocol in which nobody would take notice of one. */
    public void requireVoter(String protocol) {
        if (!isVoter(shared.self)) {
            throw new IllegalArgumentException(shared.self + " is not one of the " + quorums.size()
                    + " voters, and nobody would ask it before entering: with " + protocol + " let every node vote");
        }
    }

    /** F2: no fence that this node, as a voter, has confirmed is higher, if its lock was forgotten since. */
    public long fenceFloor() {
        return shared.fenceFloor;
    }

    /** A lock is forgotten, whichever, whose fences have come so high. */
    public void raiseFenceFloor(long fence) {
        shared.fenceFloor = Math.max(shared.fenceFloor, fence);
    }

    /** F2: the same for this lock alone, as far as locks are told apart. */
    public long floorOfLock() {
        LockName named = lock;
        return named == null ? shared.fenceFloor : Math.max(shared.fenceFloor, shared.fenceFloors.of(named));
    }

    /** This lock is forgotten, and its fences have come so high. */
    public void raiseFloorOfLock(long fence) {
        LockName named = lock;
        if (named == null) {
            raiseFenceFloor(fence);
        } else {
            shared.fenceFloors.raise(named, fence);
        }
    }

    /** Writes the floors of all locks that were forgotten. */
    public void describeFloorsTo(StateWriter writer) {
        writer.number("fenceFloor", shared.fenceFloor);
        shared.fenceFloors.describeTo(writer);
    }

    /** How high the clock was when this node started: fences confirmed by earlier starts are not higher. */
    public long clockAtStart() {
        return shared.clockAtStart;
    }

    /** The node takes its first turn, at this true time: where nothing is kept over starts, that must do. */
    public void beginsAt(long trueTime) {
        shared.clock.observe(trueTime);
        shared.clockAtStart = shared.clock.counter();
    }

    /** Whether and when a lock that is given back is kept. */
    public NodeStart.Standing standing() {
        return shared.start.standing();
    }

    private static final class Shared {
        final NodeStart start;
        final NodeId self;
        final long incarnation;
        final RosterQuorums rosters;
        final LamportClock clock;
        final Sessions sessions;
        final @Nullable PartState part;
        NodeSet suspected = NodeSet.EMPTY;
        NodeSet slow = NodeSet.EMPTY;
        NodeSet stopping = NodeSet.EMPTY;
        NodeSet silenced = NodeSet.EMPTY;
        NodeSet avoided = NodeSet.EMPTY;
        List<NodeSet> far = List.of();
        long fenceFloor;
        FenceFloors fenceFloors = new FenceFloors();
        long clockAtStart;
        long forged;

        Shared(NodeStart start) {
            this(
                    start,
                    new LamportClock(start.clock()),
                    new Sessions(start.self(), start.incarnation(), start.votesAtOnce(), start.lease()),
                    new RosterQuorums(start.placement()),
                    start.part() == null ? null : start.part().newState());
        }

        Shared(Shared other) {
            this(
                    other.start,
                    new LamportClock(other.clock.counter()),
                    other.sessions.copy(),
                    other.rosters.copy(),
                    other.part == null ? null : other.part.copy());
            suspected = other.suspected;
            slow = other.slow;
            stopping = other.stopping;
            silenced = other.silenced;
            avoided = other.avoided;
            far = other.far;
            fenceFloor = other.fenceFloor;
            fenceFloors = other.fenceFloors.copy();
            clockAtStart = other.clockAtStart;
            forged = other.forged;
        }

        void updateAvoided() {
            avoided = suspected.union(stopping).union(silenced);
        }

        private Shared(
                NodeStart start,
                LamportClock clock,
                Sessions sessions,
                RosterQuorums rosters,
                @Nullable PartState part) {
            this.start = start;
            this.self = start.self();
            this.incarnation = start.incarnation();
            this.rosters = rosters;
            this.clock = clock;
            this.sessions = sessions;
            this.part = part;
            this.clockAtStart = start.clock();
        }
    }
}
