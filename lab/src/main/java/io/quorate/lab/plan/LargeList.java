package io.quorate.lab.plan;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.simulate.Randomness;

/** A list of quorums over too many voters for all their sets to be looked at. */
record LargeList(QuorumSystem system, QuorumList quorums, Resilience resilience, Randomness random)
        implements Structure {
    static LargeList of(QuorumSystem system, QuorumList quorums, Randomness random) {
        return new LargeList(system, quorums, HittingSet.resilience(quorums), random);
    }

    @Override
    public Load load() {
        return Packing.load(quorums);
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
