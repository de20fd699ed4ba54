package io.quorate.node;

import io.quorate.core.protocol.NodeStart;

/**
 * What a node that starts knows of its earlier starts.
 *
 * @param incarnation higher than that of every earlier start
 * @param votesAtOnce no earlier start can have granted anything that is still in use
 * @param clock no earlier start used or saw a higher counter
 * @param ceilings where this start keeps what the next one must know
 */
record NodeMemory(int incarnation, boolean votesAtOnce, long clock, CeilingStore ceilings) implements AutoCloseable {
    /** Of a node that has never run before. */
    static NodeMemory first(int incarnation) {
        return new NodeMemory(incarnation, true, 0, CeilingStore.NONE);
    }

    /**
     * Of a node that keeps nothing. It relies on the clock on the wall: that no earlier start of any node saw it higher than it
     * is now.
     */
    static NodeMemory byTheClock(NanoClock clock) {
        return new NodeMemory(Incarnations.next(), false, Math.max(0, clock.wallMicros()), CeilingStore.NONE);
    }

    NodeStart applyTo(NodeStart start) {
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
