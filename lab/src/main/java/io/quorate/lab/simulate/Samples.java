package io.quorate.lab.simulate;

import java.util.Arrays;

/** Lengths of time that were measured. */
final class Samples {
    private long[] values = new long[256];
    private int count;

    void add(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    int count() {
        return count;
    }

    /** 0 if there are none. */
    double mean() {
        return Arrays.stream(values, 0, count).average().orElse(0);
    }

    /** The value that so many percent of the others do not exceed; 0 if there are none. */
    long percentile(int percent) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[(int) ((sorted.length - 1) * (percent / 100.0))];
    }
}
