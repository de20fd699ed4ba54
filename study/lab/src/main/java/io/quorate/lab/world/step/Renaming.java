// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.world.facts.NodeClaim;

/** Other names for the nodes of a cluster: each of them is renamed to one of them. */
public final class Renaming {
    private final int[] names;

    public Renaming(int[] names) {
        this.names = names.clone();
    }

    public int of(int index) {
        return names[index];
    }

    public NodeId of(NodeId node) {
        return NodeId.of(names[node.index()]);
    }

    public NodeSet of(NodeSet nodes) {
        NodeSet renamed = NodeSet.EMPTY;
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            renamed = renamed.with(NodeId.of(names[index]));
        }
        return renamed;
    }

    public NodeClaim of(NodeClaim claim) {
        return new NodeClaim(of(claim.node()), claim.id(), claim.lock(), claim.mode(), claim.isNow());
    }
}
