// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Voters;
import java.util.Optional;

/** One voter decides alone: the central lock server, as the degenerate quorum system that it is. */
public record Singleton(int size, NodeId centre) implements QuorumSystem {
    public Singleton {
        Voters.requireAny(size);
        if (centre.index() >= size) {
            throw new IllegalArgumentException("the centre " + centre + " is not one of the " + size + " voters");
        }
    }

    /** The first node is the centre. */
    public Singleton(int size) {
        this(size, NodeId.of(0));
    }

    @Override
    public String name() {
        return centre.index() == 0 ? "singleton" : "singleton:" + centre;
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return NodeSet.of(centre);
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        return suspected.contains(centre) ? Optional.empty() : Optional.of(NodeSet.of(centre));
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return nodes.contains(centre);
    }

    /** The centre was named, for all locks. */
    @Override
    public int variants() {
        return 1;
    }
}
