package io.quorate.core.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.List;
import java.util.Optional;

/**
 * Quorums listed one by one. Node i asks the i-th set if there is one for each node (the S_i of Maekawa's paper), else
 * the first set that it belongs to. Refused unless every two sets meet.
 */
public record Explicit(int size, List<NodeSet> quorums) implements QuorumSystem {
    public Explicit {
        Voters.requireAny(size);
        quorums = List.copyOf(quorums);
        if (quorums.isEmpty()) {
            throw new IllegalArgumentException("list at least one quorum");
        }
        NodeSet voters = NodeSet.first(size);
        for (NodeSet quorum : quorums) {
            if (quorum.isEmpty()) {
                throw new IllegalArgumentException("a quorum needs at least one node: " + quorums);
            }
            if (!voters.containsAll(quorum)) {
                throw new IllegalArgumentException(
                        "the quorum " + quorum + " names a node outside the voters n1 to n" + size);
            }
        }
        for (NodeSet one : quorums) {
            for (NodeSet other : quorums) {
                if (!one.intersects(other)) {
                    throw new IllegalArgumentException("the quorums " + one + " and " + other
                            + " have no node in common, so both could be granted at once: add a common node");
                }
            }
        }
    }

    @Override
    public String name() {
        return "explicit";
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        if (quorums.size() == size && requester.index() < size) {
            return quorums.get(requester.index());
        }
        for (NodeSet quorum : quorums) {
            if (quorum.contains(requester)) {
                return quorum;
            }
        }
        return quorums.get(requester.index() % quorums.size());
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        NodeSet usual = quorumOf(requester);
        if (!usual.intersects(suspected)) {
            return Optional.of(usual);
        }
        return quorums.stream().filter(quorum -> !quorum.intersects(suspected)).findFirst();
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        for (NodeSet quorum : quorums) {
            if (nodes.containsAll(quorum)) {
                return true;
            }
        }
        return false;
    }
}
