// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LockUnavailableException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.roster.Configuration;
import io.quorate.node.net.Membership;
import io.quorate.node.turn.Availability;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Of a node that knows all others by a roster. Every other node counts as missing until it connects. While the roster changes, a
 * quorum of both rosters is needed.
 */
public final class RosterAvailability implements Availability {
    /** The number of placements that are sampled: enough to estimate how many locks can be decided. */
    private static final int PLACEMENTS_LOOKED_AT = 512;

    /** The quorum system of which it is enough to say how many must agree. */
    private static final String MAJORITY = "majority";

    private final NodeId self;

    /** For each node that is missing, since when. Touched in turns only. */
    private final Map<NodeId, Long> missingSince = new HashMap<>();

    private volatile Rosters rosters;
    private volatile NodeSet suspected;
    private volatile boolean available;

    /**
     * The voters at one time.
     *
     * @param placements whose quorums are needed: one, or two while the roster changes
     */
    private record Rosters(Membership membership, List<Placement> placements, boolean votes) {}

    /** Of members that never change. */
    public RosterAvailability(Membership membership, NodeId self, Placement placement) {
        this(new Rosters(membership, List.of(placement), membership.contains(self)), self);
    }

    /** Of members that may change. */
    public RosterAvailability(Membership membership, NodeId self, Configuration configuration) {
        this(rosters(membership, self, configuration), self);
    }

    private RosterAvailability(Rosters rosters, NodeId self) {
        this.self = self;
        this.rosters = rosters;
        this.suspected = rosters.membership.nodes().without(self);
        this.available = hasQuorum();
    }

    private static Rosters rosters(Membership membership, NodeId self, Configuration configuration) {
        List<Placement> placements = new ArrayList<>();
        placements.add(configuration.lower().placement());
        if (configuration.isJoint()) {
            placements.add(configuration.latest().placement());
        }
        return new Rosters(membership, placements, configuration.voters().contains(self));
    }

    /** Replaces the members: new ones are missing until they connect. In turns only. */
    @Override
    public void follow(Membership membership, Configuration configuration, long now) {
        NodeSet before = rosters.membership.nodes();
        NodeSet after = membership.nodes().without(self);
        NodeSet missing = suspected.minus(suspected.minus(after)).union(after.minus(before));
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            missingSince.putIfAbsent(NodeId.of(index), now);
        }
        missingSince.keySet().removeIf(node -> !missing.contains(node));
        rosters = rosters(membership, self, configuration);
        suspected = missing;
        available = hasQuorum();
    }

    private boolean hasQuorum() {
        NodeSet missing = suspected;
        return rosters.placements.stream().allMatch(placement -> hasQuorum(placement.system(), missing));
    }

    /** A node without a vote asks the quorums of a voter; which one does not matter here. */
    private boolean hasQuorum(QuorumSystem system, NodeSet missing) {
        NodeSet voters = system.voters();
        NodeId seat = voters.contains(self) ? self : seatOfGuest(voters);
        return system.quorumAvoiding(seat, missing).isPresent();
    }

    private NodeId seatOfGuest(NodeSet voters) {
        int place = self.index() % voters.size();
        int number = voters.next(0);
        for (; place > 0; place--) {
            number = voters.next(number + 1);
        }
        return NodeId.of(number);
    }

    @Override
    public boolean isVoter() {
        return rosters.votes;
    }

    @Override
    public void begin(long now) {
        NodeSet missing = suspected;
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            missingSince.put(NodeId.of(index), now);
        }
    }

    @Override
    public void suspect(NodeId node, long now) {
        if (!suspected.contains(node) && rosters.membership.contains(node)) {
            missingSince.put(node, now);
            suspected = suspected.with(node);
            available = hasQuorum();
        }
    }

    @Override
    public void trust(NodeId node) {
        suspected = suspected.without(node);
        missingSince.remove(node);
        available = hasQuorum();
    }

    @Override
    public boolean isUnavailable(LockName lock, long since) {
        NodeSet missing = suspected;
        NodeSet.Builder forLong = new NodeSet.Builder();
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            if (missingSince.getOrDefault(NodeId.of(index), Long.MIN_VALUE) <= since) {
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
        return rosters.membership.nodes().minus(suspected).without(self);
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
                || rosters.placements.stream().allMatch(placement -> hasQuorum(placement.of(lock), missing));
    }

    @Override
    public double partOfLocks() {
        NodeSet missing = suspected;
        double least = 1;
        for (Placement placement : rosters.placements) {
            int samples = Math.min(PLACEMENTS_LOOKED_AT, placement.variants());
            int decided = 0;
            for (int sample = 0; sample < samples; sample++) {
                int which = (int) ((long) sample * placement.variants() / samples);
                decided += hasQuorum(placement.variant(which), missing) ? 1 : 0;
            }
            least = Math.min(least, (double) decided / samples);
        }
        return least;
    }

    @Override
    public LockUnavailableException failure(String lockName, String what) {
        List<String> reachable = new ArrayList<>();
        List<String> unreachable = new ArrayList<>();
        NodeSet missing = suspected;
        for (Membership.Entry entry : rosters.membership.entries()) {
            (missing.contains(entry.node()) ? unreachable : reachable).add(entry.id());
        }
        return new LockUnavailableException(lockName, what, needed(), reachable, unreachable);
    }

    /** Only of a majority it is enough to say how many must agree: of others it matters who. */
    private String needed() {
        List<Placement> placements = rosters.placements;
        if (placements.size() > 1) {
            return "the roster is changing, and a quorum of the old and of the new members must agree";
        }
        QuorumSystem system = placements.get(0).system();
        return system.name().equals(MAJORITY)
                ? system.size() / 2 + 1 + " nodes must agree"
                : "each quorum (" + NodeBuilder.brief(system.name()) + ") has a node that is missing";
    }
}
