// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.history;

/** How many durations fell into which range. Four ranges for each doubling, so a percentile is at most 19 % too high. */
final class LatencyCounts {
    private static final int RANGES_OF_DOUBLING = 4;
    private static final int DOUBLINGS = 40;

    private final int[] counts = new int[RANGES_OF_DOUBLING * DOUBLINGS];
    private int total;
    private long maxMicros;

    void add(long micros) {
        long value = Math.max(1, micros);
        int doubling = Math.min(DOUBLINGS - 1, 63 - Long.numberOfLeadingZeros(value));
        int part = (int) Math.floor(RANGES_OF_DOUBLING * (value / Math.scalb(1.0, doubling) - 1));
        counts[doubling * RANGES_OF_DOUBLING + Math.min(RANGES_OF_DOUBLING - 1, part)]++;
        total++;
        maxMicros = Math.max(maxMicros, value);
    }

    int total() {
        return total;
    }

    long maxMicros() {
        return maxMicros;
    }

    /** The upper end of the range in which the percentile lies, but not more than the maximum; 0 if there is nothing. */
    long percentileMicros(double percent) {
        long wanted = (long) Math.ceil(total * percent / 100);
        long seen = 0;
        for (int index = 0; index < counts.length; index++) {
            seen += counts[index];
            if (seen >= wanted && seen > 0) {
                double end = Math.scalb(
                        1 + (index % RANGES_OF_DOUBLING + 1.0) / RANGES_OF_DOUBLING, index / RANGES_OF_DOUBLING);
                return Math.min(maxMicros, (long) Math.ceil(end));
            }
        }
        return 0;
    }
}
