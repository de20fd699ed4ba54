// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import java.util.Locale;

/** Points in time as people read them. */
public final class Times {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private Times() {}

    public static String text(long time, SpaceTime.Scale scale) {
        if (scale == SpaceTime.Scale.STEPS || time == 0) {
            return Long.toString(time);
        }
        if (time < MILLI) {
            return decimal(time, MICRO) + " us";
        }
        return time < SECOND ? decimal(time, MILLI) + " ms" : decimal(time, SECOND) + " s";
    }

    private static String decimal(long time, long unit) {
        return String.format(Locale.ROOT, "%.2f", (double) time / unit);
    }
}
