// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import java.util.Arrays;

/** Lengths of time that were measured. */
public final class Samples {
    private long[] values = new long[256];
    private int count;

    public void add(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    public int count() {
        return count;
    }

    /** 0 if there are none. */
    public double mean() {
        return Arrays.stream(values, 0, count).average().orElse(0);
    }

    /** The value that this percentage of the others do not exceed; 0 if there are none. */
    public long percentile(int percent) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[(int) ((sorted.length - 1) * (percent / 100.0))];
    }
}
