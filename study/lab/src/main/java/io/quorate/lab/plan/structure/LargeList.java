// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.simulate.chance.Randomness;

/** A list of quorums over too many voters for all their sets to be looked at. */
public record LargeList(QuorumSystem system, QuorumList quorums, Resilience resilience, Randomness random)
        implements Structure {
    /** A probability that is proven to be below this needs no estimate. */
    private static final double AS_GOOD_AS_NEVER = 1e-12;

    public static LargeList of(QuorumSystem system, QuorumList quorums, Randomness random) {
        return new LargeList(
                system, quorums, system instanceof Grid grid ? ofGrid(grid) : HittingSet.resilience(quorums), random);
    }

    /**
     * Every row must lose a node, or every column. Columns have no node in common, nor have rows, except the last one if it is not full:
     * some nodes of the first stand in for what it lacks.
     */
    private static Resilience ofGrid(Grid grid) {
        boolean full = grid.height() * grid.width() == grid.size();
        return Resilience.exactly(Math.min(grid.width(), full ? grid.height() : grid.height() - 1) - 1);
    }

    @Override
    public Load load() {
        return Packing.load(quorums);
    }

    @Override
    public Unavailability unavailability(double p) {
        double bound = system instanceof Grid grid ? FailureBound.ofGrid(grid, p) : FailureBound.ofList(quorums, p);
        return bound <= AS_GOOD_AS_NEVER
                ? Unavailability.atMost(bound)
                : FailureSampling.estimate(system, p, resilience.atLeast(), random)
                        .noMoreThan(bound);
    }

    @Override
    public Dominance dominance() {
        return SplitSearch.dominance(system, random);
    }
}
