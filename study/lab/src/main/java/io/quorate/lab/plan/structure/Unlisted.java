// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.plan.measure.Usage;
import io.quorate.lab.simulate.chance.Randomness;

/** A large system of which nothing is known but its answers: bounds and estimates only. */
public record Unlisted(QuorumSystem system, Usage usage, Resilience resilience, Randomness random)
        implements Structure {
    /** How many sets of failed nodes are tried. */
    private static final int TRIALS_MAX = 20_000;

    public static Unlisted of(QuorumSystem system, Randomness random) {
        Usage usage = Usage.of(system);
        return new Unlisted(system, usage, resilience(system, usage.smallest() - 1), random);
    }

    /** The smallest quorum meets all others, so somebody in it is asked that often. Asking as usual is one strategy. */
    @Override
    public Load load() {
        return new Load(1.0 / usage.smallest(), usage.busiest());
    }

    /** All sets of one node are tried, then of two and so on, as far as they are few enough. */
    private static Resilience resilience(QuorumSystem system, int atMost) {
        NodeSet everybody = NodeSet.first(system.size());
        double sets = 1;
        for (int failed = 1; failed <= atMost; failed++) {
            sets = sets * (system.size() - failed + 1) / failed;
            if (sets > TRIALS_MAX) {
                return Resilience.between(failed - 1, atMost);
            }
            if (someAreFatal(system, everybody, 0, failed)) {
                return Resilience.exactly(failed - 1);
            }
        }
        return Resilience.exactly(atMost);
    }

    private static boolean someAreFatal(QuorumSystem system, NodeSet alive, int from, int failed) {
        if (failed == 0) {
            return !system.isQuorum(alive);
        }
        for (int index = from; index <= system.size() - failed; index++) {
            if (someAreFatal(system, alive.without(NodeId.of(index)), index + 1, failed - 1)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Unavailability unavailability(double p) {
        return FailureSampling.estimate(system, p, resilience.atLeast(), random);
    }

    @Override
    public Dominance dominance() {
        return SplitSearch.dominance(system, random);
    }
}
