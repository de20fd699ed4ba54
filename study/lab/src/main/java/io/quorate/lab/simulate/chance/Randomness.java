// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import io.quorate.core.model.Mixing;

/**
 * A stream of random numbers from a seed (SplitMix64). A {@link #fork} is a stream of its own, that depends on the seed and
 * its name alone: drawing one number more for one concern changes nothing for the others.
 */
public final class Randomness {
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    private static final double UNIT = 0x1.0p-53;

    private final long origin;
    private long state;

    public Randomness(long seed) {
        this.origin = Mixing.mixed(seed);
        this.state = origin;
    }

    /** The stream for a concern; the same whenever it is forked, whatever was drawn before. */
    public Randomness fork(String concern) {
        long name = 0;
        for (int place = 0; place < concern.length(); place++) {
            name = Mixing.mixed(name + concern.charAt(place));
        }
        return new Randomness(origin ^ name);
    }

    public long nextLong() {
        long drawn = Mixing.mixed(state);
        state += STEP;
        return drawn;
    }

    /** From 0 to 1, without 1. */
    public double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }

    /** From 0 to the bound, without the bound. */
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("a random number below " + bound + " does not exist");
        }
        return (int) (nextDouble() * bound);
    }

    /** True with this probability. */
    public boolean chance(double probability) {
        return nextDouble() < probability;
    }

    /** With mean 0 and standard deviation 1, by the polar method. */
    public double nextGaussian() {
        while (true) {
            double one = 2 * nextDouble() - 1;
            double other = 2 * nextDouble() - 1;
            double square = one * one + other * other;
            if (square < 1 && square > 0) {
                return one * Math.sqrt(-2 * Math.log(square) / square);
            }
        }
    }
}
