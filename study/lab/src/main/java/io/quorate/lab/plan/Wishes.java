// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import io.quorate.lab.plan.measure.Resilience;
import java.util.Optional;

/**
 * The requirements on a quorum system.
 *
 * @param failures how many failures must be survived, whichever nodes they hit
 * @param p the probability that a node is down
 * @param zones none, or the loss of any one zone must be survived too
 */
public record Wishes(int voters, int failures, double p, Zones zones) {
    /** Why a system is not what is wanted; empty if it is. */
    public Optional<String> unmetBy(QuorumAnalysis analysis) {
        Resilience resilience = analysis.resilience();
        if (resilience.atLeast() < failures) {
            return Optional.of(resilience.atMost() < failures ? "too few failures" : "perhaps too few");
        }
        return analysis.zoneLoss().filter(loss -> !loss.isSurvived()).map(loss -> "lost with a zone");
    }

    /**
     * The most failures that a system of this number of nodes survives: with more, the nodes left and the failed ones could both decide.
     */
    int failuresMax() {
        return (voters - 1) / 2;
    }
}
