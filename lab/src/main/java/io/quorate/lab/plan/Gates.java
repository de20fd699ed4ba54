package io.quorate.lab.plan;

import io.quorate.core.quorum.All;
import io.quorate.core.quorum.Majority;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Singleton;
import java.util.Collections;
import java.util.Optional;

/** The constructions that are gates. */
final class Gates {
    private Gates() {}

    /** The system as a gate, if it is one. */
    static Optional<Gate> of(QuorumSystem system) {
        if (system instanceof Majority majority) {
            return Optional.of(ofNodes(system.size(), majority.votesNeeded()));
        }
        if (system instanceof All) {
            return Optional.of(ofNodes(system.size(), system.size()));
        }
        return system instanceof Singleton ? Optional.of(Gate.node()) : Optional.empty();
    }

    private static Gate ofNodes(int nodes, int needed) {
        return Gate.of(Collections.nCopies(nodes, new Gate.Part(Gate.node(), 1)), needed);
    }
}
