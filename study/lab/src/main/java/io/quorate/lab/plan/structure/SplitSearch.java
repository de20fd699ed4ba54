// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.simulate.chance.Randomness;

/**
 * Looks for nodes in two halves of which neither contains a quorum: then the system is dominated, since one of the halves
 * could be a quorum too. Where none is found nothing is known.
 */
final class SplitSearch {
    private static final int TRIES = 200;

    private SplitSearch() {}

    static Dominance dominance(QuorumSystem system, Randomness random) {
        for (int round = 0; round < TRIES; round++) {
            NodeSet.Builder one = new NodeSet.Builder();
            NodeSet.Builder other = new NodeSet.Builder();
            for (int index = 0; index < system.size(); index++) {
                (random.chance(0.5) ? one : other).add(index);
            }
            if (!system.isQuorum(one.build()) && !system.isQuorum(other.build())) {
                return Dominance.DOMINATED;
            }
        }
        return Dominance.NOT_KNOWN;
    }
}
