// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.view;

import java.util.concurrent.TimeUnit;

/** How often something took how long: count, sum, and the longest of the last two to three minutes. */
final class TimeSummary {
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** The maximum covers this number of windows; each time one begins, the oldest is dropped. */
    private static final int WINDOWS = 3;

    private final long[] longest = new long[WINDOWS];
    private long count;
    private long sumNanos;
    private long windowSince = System.nanoTime();

    /** As it is at one moment. */
    record Reading(long count, double sumSeconds, double maxSeconds) {}

    synchronized void record(long nanos, long now) {
        forgetOld(now);
        count++;
        sumNanos += nanos;
        longest[0] = Math.max(longest[0], nanos);
    }

    synchronized Reading read(long now) {
        forgetOld(now);
        long max = 0;
        for (long each : longest) {
            max = Math.max(max, each);
        }
        return new Reading(count, sumNanos / 1e9, max / 1e9);
    }

    private void forgetOld(long now) {
        long passed = Math.min((now - windowSince) / WINDOW_NANOS, WINDOWS);
        for (long times = 0; times < passed; times++) {
            System.arraycopy(longest, 0, longest, 1, WINDOWS - 1);
            longest[0] = 0;
        }
        if (passed > 0) {
            windowSince = now;
        }
    }
}
