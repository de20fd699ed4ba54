// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import java.util.Arrays;

/**
 * Where each point in time lies in a picture. Events at different times lie at least a line apart, and long silences are shortened: the
 * order is exact, the distances are only a hint.
 */
final class TimeAxis {
    private static final double SHORTEST = 0.7;
    private static final double LONGEST = 3;

    private final long[] times;
    private final double[] places;

    TimeAxis(long[] times, double top, double usualGap) {
        this.times = times;
        this.places = new double[times.length];
        double median = medianGap(times);
        double place = top;
        for (int index = 0; index < times.length; index++) {
            if (index > 0) {
                double gap = (times[index] - times[index - 1]) / median;
                place += usualGap * Math.max(SHORTEST, Math.min(LONGEST, gap));
            }
            places[index] = place;
        }
    }

    private static double medianGap(long[] times) {
        if (times.length < 2) {
            return 1;
        }
        long[] gaps = new long[times.length - 1];
        for (int index = 0; index < gaps.length; index++) {
            gaps[index] = times[index + 1] - times[index];
        }
        Arrays.sort(gaps);
        return Math.max(1, gaps[gaps.length / 2]);
    }

    double y(long time) {
        int index = Arrays.binarySearch(times, time);
        return index >= 0 ? places[index] : end();
    }

    double end() {
        return places.length == 0 ? 0 : places[places.length - 1];
    }

    long[] times() {
        return times;
    }
}
