// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import io.quorate.cli.bench.load.HandOffs;
import io.quorate.cli.bench.load.Timeline.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The effect of one grey voter on the clients of the others, beside the same cluster just before, and whether that is within the aims.
 *
 * @param firstSecond the open loop in the first second of the fault, in which the voter is found to be slow
 * @param pauseMillis the longest time for which this machine let nothing run during the open loop with a grey voter
 */
record GreyFigures(
        String build, int voters, GreyFault fault, Side healthy, Waits firstSecond, Side grey, double pauseMillis) {
    /** Aim: the p99 of uncontended acquires, as a multiple of healthy. */
    static final double P99_RATIO_MAX = 3;

    /** Aim: the longest uncontended acquire after the first second. */
    static final double STALL_MILLIS_MAX = 50;

    /** Aim: turns a second, as a part of healthy. */
    static final double THROUGHPUT_MIN = 0.8;

    /** Aim: the longest time from a release to the next grant. */
    static final double HAND_OFF_MILLIS_MAX = 100;

    /**
     * The three measurements under one condition.
     *
     * @param open uncontended acquires at fixed times; with a grey voter, those after its first second
     * @param turnsPerSecond of all threads that acquire and release as fast as they can
     * @param handOffs of one lock that all well voters want
     * @param overlaps how often two clients held one lock at once: must be none
     */
    record Side(Waits open, double turnsPerSecond, HandOffs handOffs, long overlaps) {}

    double p50Ratio() {
        return grey.open().p50() / healthy.open().p50();
    }

    double p90Ratio() {
        return grey.open().p90() / healthy.open().p90();
    }

    double p99Ratio() {
        return grey.open().p99() / healthy.open().p99();
    }

    double throughputRatio() {
        return grey.turnsPerSecond() / healthy.turnsPerSecond();
    }

    long overlaps() {
        return healthy.overlaps() + grey.overlaps();
    }

    long failures() {
        return firstSecond.failures() + grey.open().failures();
    }

    /** Each aim that was missed, with what was measured; empty if all are reached. A figure that is missing misses its aim. */
    List<String> missed() {
        List<String> missed = new ArrayList<>();
        if (!(p99Ratio() <= P99_RATIO_MAX)) {
            missed.add(String.format(Locale.ROOT, "p99 %.1fx", p99Ratio()));
        }
        if (!(grey.open().longest() < STALL_MILLIS_MAX)) {
            missed.add(String.format(Locale.ROOT, "stall %.0f ms", grey.open().longest()));
        }
        if (!(throughputRatio() > THROUGHPUT_MIN)) {
            missed.add(String.format(Locale.ROOT, "throughput %.0f %%", 100 * throughputRatio()));
        }
        if (!(grey.handOffs().waits().longest() < HAND_OFF_MILLIS_MAX)) {
            missed.add(String.format(
                    Locale.ROOT, "hand-off %.0f ms", grey.handOffs().waits().longest()));
        }
        if (failures() > 0) {
            missed.add(failures() + " failed");
        }
        if (overlaps() > 0) {
            missed.add(overlaps() + " OVERLAPS");
        }
        return missed;
    }
}
