// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

/** Draws one of several, each with its own share. */
public final class WeightedDraw {
    private final Popularity popularity;
    private final double[] ends;

    public WeightedDraw(Popularity popularity, int count) {
        this.popularity = popularity;
        this.ends = popularity.shares(count);
        for (int place = 1; place < count; place++) {
            ends[place] += ends[place - 1];
        }
    }

    /** Draws one number, whatever the shares. */
    public int draw(Randomness randomness) {
        if (popularity instanceof Popularity.Even) {
            return randomness.nextInt(ends.length);
        }
        double drawn = randomness.nextDouble() * ends[ends.length - 1];
        int from = 0;
        int to = ends.length - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (ends[middle] <= drawn) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
