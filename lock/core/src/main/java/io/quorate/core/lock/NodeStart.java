// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.part.NodePart;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import org.jspecify.annotations.Nullable;

/**
 * The parameters with which a node starts.
 *
 * @param incarnation rises with each start of the node
 * @param votesAtOnce no earlier start of this node has promised anything that may still hold
 * @param clock no start of this node before has used, or seen, a counter that is higher
 * @param keepsCeiling the driver keeps, over starts, how high the clock has come
 * @param lease how long a session lasts; null if the driver of the node ends sessions
 * @param standing whether a lock that nobody else wants is kept when it is given back
 * @param spareVotes the crash of this number of voters costs no hold that others wait for, once it has asked for their votes (V1)
 * @param roster what the node knows about rosters; null if its members never change
 * @param part what the {@link NodePart} of the protocol is started with; null if it has none
 */
public record NodeStart(
        NodeId self,
        long incarnation,
        Placement placement,
        boolean votesAtOnce,
        long clock,
        boolean keepsCeiling,
        @Nullable LeaseTerms lease,
        Standing standing,
        int spareVotes,
        @Nullable RosterStart roster,
        @Nullable PartStart part) {

    /**
     * The roster of a node whose members may change.
     *
     * @param keeps whether the driver keeps the state over starts: only then its seal counts (E6), and it takes part in decisions (D1)
     */
    public record RosterStart(RosterState state, boolean keeps) {}

    /** When a lock that is given back is kept. */
    public enum Standing {
        /** Never: who gives a lock back tells the voters. */
        NEVER,
        /** If this node has asked for it again and again, and nobody else has. */
        ADAPTIVE,
        /** Whenever nobody else is known to want it. */
        ALWAYS
    }

    /** The first start of a node, in a world without time. */
    public static NodeStart first(NodeId self, Placement placement) {
        return new NodeStart(self, 0, placement, true, 0, false, null, Standing.NEVER, 0, null, null);
    }

    /** A start after others, so high came the clock before. */
    public NodeStart again(long nextIncarnation, long clockBefore) {
        return new NodeStart(
                self,
                nextIncarnation,
                placement,
                false,
                clockBefore,
                keepsCeiling,
                lease,
                standing,
                spareVotes,
                roster,
                part);
    }

    public NodeStart withIncarnation(long number) {
        return new NodeStart(
                self, number, placement, votesAtOnce, clock, keepsCeiling, lease, standing, spareVotes, roster, part);
    }

    public NodeStart withClock(long clockBefore) {
        return new NodeStart(
                self,
                incarnation,
                placement,
                votesAtOnce,
                clockBefore,
                keepsCeiling,
                lease,
                standing,
                spareVotes,
                roster,
                part);
    }

    /** The driver keeps the ceiling of the clock; this is what it has kept. */
    public NodeStart withCeiling(long kept) {
        return new NodeStart(
                self, incarnation, placement, votesAtOnce, kept, true, lease, standing, spareVotes, roster, part);
    }

    public NodeStart withVotesAtOnce(boolean atOnce) {
        return new NodeStart(
                self, incarnation, placement, atOnce, clock, keepsCeiling, lease, standing, spareVotes, roster, part);
    }

    public NodeStart withLease(LeaseTerms terms) {
        return new NodeStart(
                self,
                incarnation,
                placement,
                votesAtOnce,
                clock,
                keepsCeiling,
                terms,
                standing,
                spareVotes,
                roster,
                part);
    }

    public NodeStart withStanding(Standing wanted) {
        return new NodeStart(
                self,
                incarnation,
                placement,
                votesAtOnce,
                clock,
                keepsCeiling,
                lease,
                wanted,
                spareVotes,
                roster,
                part);
    }

    public NodeStart withPart(PartStart wanted) {
        return new NodeStart(
                self,
                incarnation,
                placement,
                votesAtOnce,
                clock,
                keepsCeiling,
                lease,
                standing,
                spareVotes,
                roster,
                wanted);
    }

    public NodeStart withSpareVotes(int count) {
        return new NodeStart(
                self, incarnation, placement, votesAtOnce, clock, keepsCeiling, lease, standing, count, roster, part);
    }

    /**
     * The members may change while the node runs. The configuration of the state says who votes; the placement of this start only says
     * whether the names of locks choose variants.
     *
     * @param keeps whether the driver keeps what {@code NodeEffects.keepRoster} tells it, over starts
     */
    public NodeStart withRoster(RosterState state, boolean keeps) {
        return new NodeStart(
                self,
                incarnation,
                placement,
                votesAtOnce,
                clock,
                keepsCeiling,
                lease,
                standing,
                spareVotes,
                new RosterStart(state, keeps),
                part);
    }
}
