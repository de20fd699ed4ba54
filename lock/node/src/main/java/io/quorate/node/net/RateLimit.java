// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

/** A token bucket: a burst, and then a number of permits a second. Not thread-safe. */
public final class RateLimit {
    private final long atOnce;
    private final long nanosForOne;
    private long usedUpTo;

    public RateLimit(int atOnce, int inASecond, long now) {
        this.atOnce = atOnce;
        this.nanosForOne = 1_000_000_000L / inASecond;
        this.usedUpTo = now - atOnce * nanosForOne;
    }

    /** Uses one up; false if there is none left for now. */
    public boolean takeOne(long now) {
        if (now - usedUpTo > atOnce * nanosForOne) { // not compared directly: the clock may overflow
            usedUpTo = now - atOnce * nanosForOne;
        }
        if (now - usedUpTo < nanosForOne) {
            return false;
        }
        usedUpTo += nanosForOne;
        return true;
    }
}
