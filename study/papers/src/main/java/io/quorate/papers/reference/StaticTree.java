// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import java.util.Optional;

/**
 * The tree that all nodes of a lock know before anything is said: that of the quorums, which the name of the lock may have
 * renumbered. Token algorithms use no quorum; of the quorums they take only who stands below whom.
 */
public final class StaticTree {
    private StaticTree() {}

    /** Refuses quorums that put the voters into no tree, or into several. */
    public static void require(QuorumSystem quorums, String protocol) {
        long roots = 0;
        for (int index = 0; index < quorums.size(); index++) {
            roots += quorums.fatherOf(NodeId.of(index)).isEmpty() ? 1 : 0;
        }
        if (roots != 1) {
            throw new IllegalArgumentException(
                    protocol + " needs a tree over the nodes, and the quorums \"" + quorums.name()
                            + "\" are none: take \"tree\", or one with more children at each node, as in \"tree:3\".");
        }
    }

    /** The parent of a node; empty for the root. A guest is a leaf, and hangs on a voter. */
    public static Optional<NodeId> fatherOf(NodeId node, MachineContext context) {
        QuorumSystem quorums = context.quorums();
        return context.isVoter(node) ? quorums.fatherOf(node) : Optional.of(NodeId.of(node.index() % quorums.size()));
    }

    /** The node at the top. */
    public static NodeId root(MachineContext context) {
        NodeId node = context.self();
        for (Optional<NodeId> above = fatherOf(node, context); above.isPresent(); above = fatherOf(node, context)) {
            node = above.get();
        }
        return node;
    }
}
