// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

/**
 * The logical clock of a node, shared by all its locks. It must not belong to one lock: a lock that is forgotten while
 * idle would take its clock with it, and come back with stamps older than those it has given away.
 */
public final class LamportClock {
    /** No honest clock comes near, even if it follows true time in microseconds; a frame that claims more is refused. */
    public static final long COUNTER_MAX = (1L << 50) - 1;

    /**
     * Clocks of others are followed so far. No honest one gets there either; and one that is not cannot use up what is left
     * above for our own requests. Following serves the order of requests only, so not to follow does no harm.
     */
    private static final long FOLLOWED_MAX = COUNTER_MAX - (1L << 47);

    private long counter;

    public LamportClock(long counter) {
        this.counter = counter;
    }

    /** A counter greater than every one seen or given before. */
    public long tick() {
        Invariant.hold(counter < COUNTER_MAX, "the logical clock is not worn out");
        return ++counter;
    }

    /** Learns of a counter that another node has reached. */
    public void observe(long seen) {
        counter = Math.max(counter, followed(seen));
    }

    /** As far as a counter of another node is followed. */
    public static long followed(long seen) {
        return Math.min(seen, FOLLOWED_MAX);
    }

    public long counter() {
        return counter;
    }
}
