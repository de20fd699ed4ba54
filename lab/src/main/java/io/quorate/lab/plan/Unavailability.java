package io.quorate.lab.plan;

/**
 * The probability that no quorum is alive. Exact, or estimated from samples.
 *
 * @param standardError of the estimate; 0 if exact
 * @param atMost with the likely error of the estimate added: the number to rely on
 */
public record Unavailability(double probability, double standardError, double atMost, boolean isExact) {
    /** An estimate with an error beyond this part of itself is none: only the bound is worth showing. */
    private static final double USABLE_ERROR = 0.5;

    static Unavailability exactly(double probability) {
        return new Unavailability(probability, 0, probability, true);
    }

    /** What is only known to be at most this. */
    static Unavailability atMost(double bound) {
        return new Unavailability(0, 0, bound, false);
    }

    /** The same, knowing a proven bound: an estimate beyond it is not usable. */
    Unavailability noMoreThan(double bound) {
        return probability <= bound
                ? new Unavailability(probability, standardError, Math.min(atMost, bound), isExact)
                : atMost(bound);
    }

    /** Whether the probability itself says something, and not only its bound. */
    public boolean isUsable() {
        return isExact || (probability > 0 && standardError <= USABLE_ERROR * probability);
    }
}
