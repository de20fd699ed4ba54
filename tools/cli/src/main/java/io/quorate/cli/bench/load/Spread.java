// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.util.Arrays;

/** A middle with its spread: half of all values lie between the quartiles. */
public record Spread(double lowest, double lowerQuartile, double median, double upperQuartile, double highest) {
    public static Spread of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(sorted[0], at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), sorted[sorted.length - 1]);
    }

    /** Between two values, in proportion. */
    private static double at(double[] sorted, double part) {
        double place = part * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = (int) Math.ceil(place);
        // Equal ones first: they may be infinite.
        return sorted[below] == sorted[above]
                ? sorted[below]
                : sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
