// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Voters;
import java.util.Optional;

/** Every voter must agree: what Ricart and Agrawala's algorithm asks for. It survives no failure. */
public record All(int size) implements QuorumSystem {
    public All {
        Voters.requireAny(size);
    }

    /** Refuses any other quorums, for a protocol in which every node talks to every other. */
    public static void require(String protocol, QuorumSystem quorums) {
        if (!(quorums instanceof All)) {
            throw new IllegalArgumentException(protocol + " asks every node, so its quorums are \"all\", not \""
                    + quorums.name() + "\"; omit the quorums, or take maekawa, which asks any quorum.");
        }
    }

    @Override
    public String name() {
        return "all";
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return NodeSet.first(size);
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        NodeSet everybody = NodeSet.first(size);
        return everybody.intersects(suspected) ? Optional.empty() : Optional.of(everybody);
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return nodes.containsAll(NodeSet.first(size));
    }

    /** Everybody is asked for every lock. */
    @Override
    public int variants() {
        return 1;
    }
}
