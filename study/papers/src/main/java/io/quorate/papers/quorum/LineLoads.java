// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.quorum.Coterie;

/**
 * How many of the lines in use each point is on, and how busy the points of a line are: the sum of the third powers, so
 * that one very busy point counts more than many that are a little busy. For choosing lines such that load stays even.
 */
final class LineLoads {
    private final int[][] lines;
    private final int[][] through;
    private final int[] loads;
    private final long[] busyness;

    /** Nothing is in use yet. */
    LineLoads(int points, int[][] lines) {
        this.lines = lines;
        this.through = Coterie.places(points, lines);
        this.loads = new int[points];
        this.busyness = new long[lines.length];
    }

    /** Every line is in use, once. */
    void useAll() {
        for (int point = 0; point < loads.length; point++) {
            loads[point] = through[point].length;
        }
        for (int line = 0; line < lines.length; line++) {
            busyness[line] = 0;
            for (int point : lines[line]) {
                busyness[line] += weight(loads[point]);
            }
        }
    }

    /** From now on this line is in use once more, or once less if the change is -1. */
    void change(int line, int change) {
        for (int point : lines[line]) {
            long before = weight(loads[point]);
            loads[point] += change;
            long more = weight(loads[point]) - before;
            for (int other : through[point]) {
                busyness[other] += more;
            }
        }
    }

    private static long weight(long load) {
        return load * load * load;
    }

    long busyness(int line) {
        return busyness[line];
    }
}
