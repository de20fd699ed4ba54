// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Optional;

/** A quorum system that is a list of quorums. */
public interface Listed extends QuorumSystem {
    Coterie coterie();

    @Override
    default NodeSet quorumOf(NodeId requester) {
        return coterie().quorumOf(requester);
    }

    @Override
    default Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        return coterie().avoiding(requester, suspected);
    }

    @Override
    default boolean isQuorum(NodeSet nodes) {
        return coterie().isQuorum(nodes);
    }
}
