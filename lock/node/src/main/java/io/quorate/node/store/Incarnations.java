// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the starts of nodes, so that no stamp of an earlier start comes back: quarters of a second since 2026, and always
 * more than the last in this process. No process starts, grants something after a lease, and starts again within one. It rests on a wall clock that is not set back over a restart; a {@link DataDirectory} does not.
 */
public final class Incarnations {
    private static final long EPOCH_MILLIS =
            Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    private static final long QUARTER_MILLIS = 250;

    /** Clocks of different machines may differ by this much. */
    private static final Duration AHEAD_MAX = Duration.ofMinutes(10);

    private static final AtomicLong LAST = new AtomicLong();

    private Incarnations() {}

    public static long next() {
        long now = byTheClock();
        return LAST.updateAndGet(last -> Math.max(last + 1, now));
    }

    /** That of a node that starts now. */
    public static long byTheClock() {
        return Math.max(1, (Instant.now().toEpochMilli() - EPOCH_MILLIS) / QUARTER_MILLIS);
    }

    /** How far this number is ahead of the clock of this machine; null if that is no more than clocks may differ. */
    public static @Nullable Duration aheadOfClock(long number) {
        long ahead = number - byTheClock();
        return ahead > in(AHEAD_MAX) ? toDuration(ahead) : null;
    }

    /** As in "3 hours". */
    public static String inWords(Duration time) {
        if (time.toDays() > 2 * 365) {
            return time.toDays() / 365 + " years";
        }
        if (time.toHours() > 2 * 24) {
            return time.toDays() + " days";
        }
        return time.toMinutes() > 2 * 60 ? time.toHours() + " hours" : time.toMinutes() + " minutes";
    }

    /** By how many the numbers grow in this time. */
    public static long in(Duration time) {
        return time.toMillis() / QUARTER_MILLIS;
    }

    /** In what time the numbers grow by this many; that of the longest for more. */
    public static Duration toDuration(long numbers) {
        return Duration.ofMillis(Math.min(numbers, Long.MAX_VALUE / QUARTER_MILLIS) * QUARTER_MILLIS);
    }
}
