// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.simulate.chance.Randomness;

/**
 * Estimates how likely it is that no quorum is alive, where that cannot be computed. Samples are drawn for each number of
 * failed nodes (or a few numbers together) and weighed with the probability of that number; numbers that the system
 * always survives need none. So rare failures are seen too, and where none is seen the bound is a small one.
 */
final class FailureSampling {
    private static final int STRATA_MAX = 24;
    private static final int SAMPLES_MAX = 20_000;
    private static final int SAMPLES_MIN = 2_000;

    /** The number of nodes that are drawn in all, unless the fewest samples need more. */
    private static final int DRAWS_MAX = 8_000_000;

    /** Cases that are less likely than the rest by this factor are not sampled; the bound counts them as failed. */
    private static final double NEGLIGIBLE = 1e-6;

    /** An event that is not seen in n samples has, 19 times of 20, a probability below 3/n. */
    private static final double UNSEEN = 3;

    private final QuorumSystem system;
    private final Randomness random;
    private final int[] order;

    private FailureSampling(QuorumSystem system, Randomness random) {
        this.system = system;
        this.random = random;
        this.order = new int[system.size()];
        for (int index = 0; index < order.length; index++) {
            order[index] = index;
        }
    }

    /** The number of failures that are always survived: they are not sampled. */
    static Unavailability estimate(QuorumSystem system, double p, int survived, Randomness random) {
        if (p <= 0 || survived >= system.size()) {
            return Unavailability.exactly(0);
        }
        return new FailureSampling(system, random).estimate(new Binomial(system.size(), p), survived + 1);
    }

    private Unavailability estimate(Binomial failures, int fewest) {
        int most = fewest;
        while (most < order.length && failures.moreThan(most) > NEGLIGIBLE * failures.moreThan(fewest - 1)) {
            most++;
        }
        int width = (most - fewest + STRATA_MAX) / STRATA_MAX;
        int strata = (most - fewest + width) / width;
        int samples = Math.max(SAMPLES_MIN, Math.min(SAMPLES_MAX, DRAWS_MAX / order.length)) / strata;
        double probability = 0;
        double variance = 0;
        double unseen = 0;
        double seenBelow = 1; // failed more nodes, failed more often: a bound for many failures holds for fewer
        for (int last = most; last >= fewest; last -= width) {
            int first = Math.max(fewest, last - width + 1);
            double weight = failures.moreThan(first - 1) - failures.moreThan(last);
            int fatal = 0;
            for (int sample = 0; sample < samples; sample++) {
                fatal += isFatal(drawBetween(failures, first, last)) ? 1 : 0;
            }
            double part = (double) fatal / samples;
            probability += weight * part;
            variance += weight * weight * part * (1 - part) / samples;
            seenBelow = Math.min(seenBelow, fatal == 0 ? UNSEEN / samples : 1);
            unseen += fatal == 0 ? weight * seenBelow : 0;
        }
        double error = Math.sqrt(variance);
        double atMost = Math.min(1, probability + 2 * error + unseen + failures.moreThan(most));
        return new Unavailability(probability, error, atMost, false);
    }

    private int drawBetween(Binomial failures, int first, int last) {
        double place = random.nextDouble() * (failures.moreThan(first - 1) - failures.moreThan(last));
        int failed = first;
        while (failed < last && place >= failures.probability(failed)) {
            place -= failures.probability(failed);
            failed++;
        }
        return failed;
    }

    private boolean isFatal(int failed) {
        for (int place = 0; place < failed; place++) {
            int other = place + random.nextInt(order.length - place);
            int drawn = order[other];
            order[other] = order[place];
            order[place] = drawn;
        }
        NodeSet.Builder alive = new NodeSet.Builder();
        for (int place = failed; place < order.length; place++) {
            alive.add(order[place]);
        }
        return !system.isQuorum(alive.build());
    }
}
