// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.time.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The stored state of a node's earlier starts.
 *
 * @param incarnation higher than that of every earlier start
 * @param votesAtOnce no earlier start can have granted anything that is still in use
 * @param clock no earlier start used or saw a higher counter
 * @param ceilings where this start keeps what the next one must know
 * @param roster what is known about rosters; null if nothing is kept about them
 */
public record NodeMemory(
        long incarnation,
        boolean votesAtOnce,
        long clock,
        CeilingStore ceilings,
        @Nullable RosterState roster) implements AutoCloseable {
    /** Of a node that keeps nothing about rosters. */
    public NodeMemory(long incarnation, boolean votesAtOnce, long clock, CeilingStore ceilings) {
        this(incarnation, votesAtOnce, clock, ceilings, null);
    }

    /** Of a node that has never run before. */
    public static NodeMemory first(long incarnation) {
        return new NodeMemory(incarnation, true, 0, CeilingStore.NONE);
    }

    /** Of a node that keeps nothing. */
    public static NodeMemory byTheClock(NanoClock clock, LeaseTerms lease) {
        return new NodeMemory(Incarnations.next(), false, heightByTheClock(clock, lease), CeilingStore.NONE);
    }

    /**
     * How high the logical clocks may have come, for all that a node knows that has kept nothing: they follow the clocks on the
     * wall. Those may differ between machines, or be set back; since it grants nothing for so long anyway, the node may as
     * well allow for as much as that.
     */
    public static long heightByTheClock(NanoClock clock, LeaseTerms lease) {
        return Math.max(0, clock.wallMicros() + lease.memoryNanos() / 1000);
    }

    public NodeStart applyTo(NodeStart start) {
        NodeStart numbered = start.withIncarnation(incarnation).withVotesAtOnce(votesAtOnce);
        if (ceilings != CeilingStore.NONE) {
            return numbered.withCeiling(clock);
        }
        return numbered.withClock(clock);
    }

    @Override
    public void close() {
        ceilings.close();
    }
}
