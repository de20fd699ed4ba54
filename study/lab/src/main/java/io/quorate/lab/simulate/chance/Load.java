// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import org.jspecify.annotations.Nullable;

/**
 * The load on the cluster.
 *
 * @param arrivals when claims come
 * @param claims how many come in all
 * @param locks over how many locks they spread
 * @param sharedShare which share of them is SHARED, 0 to 1
 * @param hold how long a claim holds
 * @param timeout how long a claim waits before it gives up; null if it never does
 * @param wanted which locks are wanted more than others
 * @param askers which nodes ask more than others; of one burst, or of clients in a loop, they have more than others
 */
public record Load(
        Arrivals arrivals,
        int claims,
        int locks,
        double sharedShare,
        RandomDuration hold,
        @Nullable RandomDuration timeout,
        Popularity wanted,
        Popularity askers) {
    /** All locks are wanted alike, by all nodes alike. */
    public Load(
            Arrivals arrivals,
            int claims,
            int locks,
            double sharedShare,
            RandomDuration hold,
            @Nullable RandomDuration timeout) {
        this(arrivals, claims, locks, sharedShare, hold, timeout, Popularity.even(), Popularity.even());
    }

    public Load {
        if (claims < 1 || locks < 1) {
            throw new IllegalArgumentException(
                    "there is at least one claim for at least one lock, not " + claims + " for " + locks);
        }
        if (!(sharedShare >= 0 && sharedShare <= 1)) {
            throw new IllegalArgumentException("the share of SHARED claims lies between 0 and 1, not " + sharedShare);
        }
        wanted.requireFits("locks", locks);
    }

    public void requireFits(int nodes) {
        askers.requireFits("nodes", nodes);
    }

    /** The same, with other arrival times of claims. */
    public Load arriving(Arrivals other) {
        return new Load(other, claims, locks, sharedShare, hold, timeout, wanted, askers);
    }

    /** The same, with other popular locks. */
    public Load wanting(Popularity other) {
        return new Load(arrivals, claims, locks, sharedShare, hold, timeout, other, askers);
    }

    /** The same, with other busy nodes. */
    public Load askedBy(Popularity other) {
        return new Load(arrivals, claims, locks, sharedShare, hold, timeout, wanted, other);
    }

    /** EXCLUSIVE claims for one lock, held for a millisecond, by claimants who never give up. */
    public static Load of(Arrivals arrivals, int claims) {
        return new Load(arrivals, claims, 1, 0, RandomDuration.constant(1_000_000), null);
    }
}
