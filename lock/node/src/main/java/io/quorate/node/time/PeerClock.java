// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import java.time.Duration;

/**
 * Compares the clock of a peer with that of this node, by the times that its heartbeats carry. Each heartbeat gives the difference
 * of the two clocks, and its delay on top. The smallest difference of a window has the least delay in it; how it changes from
 * window to window tells by how much one clock runs faster. Two windows in a row must agree: a route that has become longer, or a
 * pause, shows in one only. One thread at a time.
 */
public final class PeerClock {
    /** Delays must be small against the drift of a window: 300 ms for one percent. */
    private static final Duration WINDOW_MIN = Duration.ofSeconds(30);

    private static final int LEASES_PER_WINDOW = 4;

    /** The estimate of the clock. */
    public enum Verdict {
        /** It runs as this one does, as far as is known. */
        WELL,
        /** It is off by more than half of what leases allow for. */
        SUSPICIOUS,
        /** It is off by more than leases allow for: nothing that rests on it counts. */
        OFF
    }

    private final long windowNanos;
    private final double limit;

    private long windowBegan;
    private long least;
    private long leastAt;
    private boolean anyInWindow;

    private long leastBefore;
    private long leastBeforeAt;
    private boolean anyBefore;

    /** By how much the peer is slower, as a part of 1, in the last window and in the one before. */
    private double slower;

    private double slowerBefore;
    private Verdict verdict = Verdict.WELL;

    /**
     * Nothing is known yet.
     *
     * @param driftPerMille the bound on the drift of clocks, in thousandths
     */
    public PeerClock(Duration window, int driftPerMille) {
        this.windowNanos = window.toNanos();
        this.limit = driftPerMille / 1000.0;
    }

    /** How long to look before anything can be said, with leases of this length. */
    public static Duration windowFor(Duration lease) {
        Duration some = lease.multipliedBy(LEASES_PER_WINDOW);
        return some.compareTo(WINDOW_MIN) < 0 ? WINDOW_MIN : some;
    }

    /** A heartbeat that was sent then, by the peer's clock, has come now, by this node's. */
    public Verdict heard(long sent, long now) {
        if (!anyInWindow) {
            begin(sent, now);
            return verdict;
        }
        if (now - sent - least < 0) {
            least = now - sent;
            leastAt = now;
        }
        if (now - windowBegan >= windowNanos) {
            endWindow();
            begin(sent, now);
        }
        return verdict;
    }

    private void begin(long sent, long now) {
        windowBegan = now;
        least = now - sent;
        leastAt = now;
        anyInWindow = true;
    }

    private void endWindow() {
        long between = leastAt - leastBeforeAt;
        if (anyBefore && between < windowNanos / 2) {
            return; // too near to each other to tell; the next window is compared with the same one
        }
        if (anyBefore) {
            slowerBefore = slower;
            slower = (double) (least - leastBefore) / between;
            verdict = judge();
        }
        leastBefore = least;
        leastBeforeAt = leastAt;
        anyBefore = true;
    }

    private Verdict judge() {
        double last = Math.abs(slower);
        double before = Math.abs(slowerBefore);
        double agreed = slower * slowerBefore > 0 ? Math.min(last, before) : 0;
        if (agreed > limit) {
            return Verdict.OFF;
        }
        if (Math.max(last, before) <= limit / 2) {
            return Verdict.WELL;
        }
        return agreed > limit / 2 && verdict == Verdict.WELL ? Verdict.SUSPICIOUS : verdict;
    }

    /** By how much the peer's clock is slower than this node's, in thousandths; faster if negative. */
    public double slowerPerMille() {
        return slower * 1000;
    }
}
