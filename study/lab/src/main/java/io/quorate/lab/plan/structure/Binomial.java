// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

/** How many of a number of nodes fail, when each fails with probability p on its own. */
final class Binomial {
    private final double[] probabilities;

    /** At k, the probability of more than k failures; summed from the small ones, so that nothing is lost. */
    private final double[] moreThan;

    Binomial(int nodes, double p) {
        this.probabilities = new double[nodes + 1];
        this.moreThan = new double[nodes + 1];
        double ways = 0; // the logarithm of their number
        for (int failed = 0; failed <= nodes; failed++) {
            probabilities[failed] = Math.exp(ways + times(failed, Math.log(p)) + times(nodes - failed, Math.log1p(-p)));
            ways += Math.log(nodes - failed) - Math.log(failed + 1);
        }
        for (int failed = nodes - 1; failed >= 0; failed--) {
            moreThan[failed] = moreThan[failed + 1] + probabilities[failed + 1];
        }
    }

    /** Nothing, even of what is infinite, is nothing. */
    private static double times(int count, double logarithm) {
        return count == 0 ? 0 : count * logarithm;
    }

    /** The probability of at most this number of failures. */
    double upTo(int failed) {
        double sum = 0;
        for (int each = failed; each >= 0; each--) {
            sum += probabilities[each];
        }
        return sum;
    }

    double probability(int failed) {
        return probabilities[failed];
    }

    /** The probability of more than this number of failures; of more than -1 it is one. */
    double moreThan(int failed) {
        return failed < 0 ? 1 : moreThan[failed];
    }
}
