// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import io.quorate.lab.simulate.chance.Randomness;
import java.util.Optional;

/** The known structure of a quorum system, which determines how its figures are computed. Any quorum may be used, not only the usual. */
public interface Structure {
    /** The least that the busiest node can be asked, as a part of all entries, whatever the strategy (Naor and Wool). */
    Load load();

    Resilience resilience();

    /** The probability that no quorum is alive, when each node is down with probability p on its own. */
    Unavailability unavailability(double p);

    Dominance dominance();

    /** The best that is known of a system. */
    static Structure of(QuorumSystem system, Randomness random) {
        Optional<Gate> gate = Gates.of(system);
        if (gate.isPresent()) {
            return gate.get();
        }
        Optional<QuorumList> list = QuorumList.of(system);
        if (Subsets.areFewEnough(system, list.isPresent())) {
            return list.map(Subsets::of).orElseGet(() -> Subsets.of(system));
        }
        return list.<Structure>map(quorums -> LargeList.of(system, quorums, random))
                .orElseGet(() -> Unlisted.of(system, random));
    }
}
