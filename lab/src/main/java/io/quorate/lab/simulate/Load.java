package io.quorate.lab.simulate;

import org.jspecify.annotations.Nullable;

/**
 * What the cluster is asked to do.
 *
 * @param arrivals when claims come
 * @param claims how many come in all
 * @param locks over how many locks they spread
 * @param sharedShare which share of them is SHARED, 0 to 1
 * @param hold how long a claim holds
 * @param patience how long a claim waits before it gives up; null if it never does
 */
public record Load(
        Arrivals arrivals,
        int claims,
        int locks,
        double sharedShare,
        Lapse hold,
        @Nullable Lapse patience) {
    public Load {
        if (claims < 1 || locks < 1) {
            throw new IllegalArgumentException(
                    "there is at least one claim for at least one lock, not " + claims + " for " + locks);
        }
        if (!(sharedShare >= 0 && sharedShare <= 1)) {
            throw new IllegalArgumentException("the share of SHARED claims lies between 0 and 1, not " + sharedShare);
        }
    }

    /** EXCLUSIVE claims for one lock, held for a millisecond, by claimants who never give up. */
    public static Load of(Arrivals arrivals, int claims) {
        return new Load(arrivals, claims, 1, 0, Lapse.constant(1_000_000), null);
    }
}
