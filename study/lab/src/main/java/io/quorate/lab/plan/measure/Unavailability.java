// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

/**
 * The probability that no quorum is alive. Exact, or estimated from samples.
 *
 * @param standardError of the estimate; 0 if exact
 * @param atMost with the likely error of the estimate added, and what no sample showed: the number to rely on
 */
public record Unavailability(double probability, double standardError, double atMost, boolean isExact) {
    /** An estimate that may be off by more than this factor is none: only the bound is worth showing. */
    private static final double USABLE = 2;

    public static Unavailability exactly(double probability) {
        return new Unavailability(probability, 0, probability, true);
    }

    /** A value that is only known to be at most this. */
    public static Unavailability atMost(double bound) {
        return new Unavailability(0, 0, bound, false);
    }

    /** The same, knowing a proven bound. */
    public Unavailability noMoreThan(double bound) {
        return new Unavailability(Math.min(probability, bound), standardError, Math.min(atMost, bound), isExact);
    }

    /** Whether the probability itself says something, and not only its bound. */
    public boolean isUsable() {
        return isExact || atMost <= USABLE * probability;
    }
}
