// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Optional;

/** A quorum system whose parts are played by other voters. It is called as the system itself: the lock chooses who plays. */
record Renumbered(QuorumSystem system, Numbering numbering) implements QuorumSystem {
    @Override
    public String name() {
        return system.name();
    }

    @Override
    public int size() {
        return system.size();
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return voters(system.quorumOf(part(requester)));
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        return system.quorumAvoiding(part(requester), parts(suspected)).map(this::voters);
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return system.isQuorum(parts(nodes));
    }

    @Override
    public Optional<NodeId> fatherOf(NodeId voter) {
        return system.fatherOf(part(voter)).map(father -> NodeId.of(numbering.voter(father.index())));
    }

    @Override
    public int variants() {
        return 1;
    }

    @Override
    public QuorumSystem variant(int which) {
        return this;
    }

    /** A node that is no voter keeps its number. */
    private NodeId part(NodeId node) {
        return node.index() < size() ? NodeId.of(numbering.part(node.index())) : node;
    }

    private NodeSet parts(NodeSet voters) {
        return renumber(voters, false);
    }

    private NodeSet voters(NodeSet parts) {
        return renumber(parts, true);
    }

    private NodeSet renumber(NodeSet nodes, boolean toVoters) {
        if (size() > Long.SIZE) {
            NodeSet.Builder renumbered = new NodeSet.Builder();
            for (int index = nodes.next(0); index >= 0 && index < size(); index = nodes.next(index + 1)) {
                renumbered.add(toVoters ? numbering.voter(index) : numbering.part(index));
            }
            return renumbered.build();
        }
        long bits = 0; // the same for clusters of usual size, which allocate nothing here
        for (int index = nodes.next(0); index >= 0 && index < size(); index = nodes.next(index + 1)) {
            bits |= 1L << (toVoters ? numbering.voter(index) : numbering.part(index));
        }
        return NodeSet.ofBits(bits);
    }
}
