package io.quorate.node;

import io.quorate.api.LockUnavailableException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.node.net.Roster;
import io.quorate.node.turn.Availability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Of a node that knows all others by a roster. Until it is heard of, every other node counts as missing. */
public final class RosterAvailability implements Availability {
    /** So many of the ways in which locks are placed tell well enough how many locks can be decided. */
    private static final int PLACEMENTS_LOOKED_AT = 512;

    private final Roster roster;
    private final NodeId self;

    /** Whose quorums this node asks: its own, or of a guest those of a member. */
    private final NodeId seat;

    private final Placement placement;

    /** For each node that is missing, since when. Touched in turns only. */
    private final long[] missingSince;

    private volatile NodeSet suspected;
    private volatile boolean available;

    public RosterAvailability(Roster roster, NodeId self, Placement placement) {
        this.roster = roster;
        this.self = self;
        this.seat = self.index() < roster.size() ? self : NodeId.of(self.index() % roster.size());
        this.placement = placement;
        this.missingSince = new long[roster.size()];
        this.suspected = NodeSet.first(roster.size()).without(self);
        this.available = hasQuorum();
    }

    private boolean hasQuorum() {
        return placement.system().quorumAvoiding(seat, suspected).isPresent();
    }

    @Override
    public boolean isVoter() {
        return self.index() < roster.size();
    }

    @Override
    public void begin(long now) {
        Arrays.fill(missingSince, now);
    }

    @Override
    public void suspect(NodeId node, long now) {
        if (!suspected.contains(node)) {
            missingSince[node.index()] = now;
            suspected = suspected.with(node);
            available = hasQuorum();
        }
    }

    @Override
    public void trust(NodeId node) {
        suspected = suspected.without(node);
        available = hasQuorum();
    }

    @Override
    public boolean isUnavailable(LockName lock, long since) {
        NodeSet missing = suspected;
        NodeSet.Builder forLong = new NodeSet.Builder();
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            if (missingSince[index] <= since) {
                forLong.add(index);
            }
        }
        return !isAvailable(lock, forLong.build());
    }

    @Override
    public NodeSet suspected() {
        return suspected;
    }

    @Override
    public NodeSet reachablePeers() {
        NodeSet missing = suspected;
        NodeSet peers = NodeSet.EMPTY;
        for (int index = 0; index < roster.size(); index++) {
            NodeId node = NodeId.of(index);
            if (!node.equals(self) && !missing.contains(node)) {
                peers = peers.with(node);
            }
        }
        return peers;
    }

    @Override
    public boolean isAvailable() {
        return available;
    }

    @Override
    public boolean isAvailable(LockName lock) {
        return isAvailable(lock, suspected);
    }

    @Override
    public boolean isAvailable(LockName lock, NodeSet missing) {
        return missing.isEmpty()
                || placement.of(lock).quorumAvoiding(seat, missing).isPresent();
    }

    @Override
    public double partOfLocks() {
        NodeSet missing = suspected;
        QuorumSystem system = placement.system();
        int variants = placement.isByName() ? system.variants() : 1;
        int samples = Math.min(PLACEMENTS_LOOKED_AT, variants);
        int decided = 0;
        for (int sample = 0; sample < samples; sample++) {
            int which = (int) ((long) sample * variants / samples);
            decided += system.variant(which).quorumAvoiding(seat, missing).isPresent() ? 1 : 0;
        }
        return (double) decided / samples;
    }

    @Override
    public LockUnavailableException failure(String lockName, String what) {
        List<String> reachable = new ArrayList<>();
        List<String> unreachable = new ArrayList<>();
        NodeSet missing = suspected;
        for (int index = 0; index < roster.size(); index++) {
            NodeId node = NodeId.of(index);
            (missing.contains(node) ? unreachable : reachable)
                    .add(roster.member(node).id());
        }
        return new LockUnavailableException(lockName, what, needed(), reachable, unreachable);
    }

    /** Only of a majority it is enough to say how many must agree: of others it matters who. */
    private String needed() {
        QuorumSystem system = placement.system();
        return system instanceof Majority majority
                ? majority.votesNeeded() + " nodes must agree"
                : "each quorum (" + NodeBuilder.brief(system.name()) + ") has a node that is missing";
    }
}
