// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Voters;
import java.util.Optional;

/**
 * More than half of the voters. A requester asks itself and those that follow it in the ring of voters, so different
 * requesters load different voters.
 */
public record Majority(int size) implements QuorumSystem {
    public Majority {
        Voters.requireAny(size);
    }

    /** The number of votes that make a majority. */
    public int votesNeeded() {
        return size / 2 + 1;
    }

    @Override
    public String name() {
        return "majority";
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return nearest(requester, NodeSet.EMPTY);
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        NodeSet quorum = nearest(requester, suspected);
        return isQuorum(quorum) ? Optional.of(quorum) : Optional.empty();
    }

    private NodeSet nearest(NodeId requester, NodeSet suspected) {
        if (size > Long.SIZE) {
            return nearestOfMany(requester, suspected);
        }
        NodeSet quorum = NodeSet.EMPTY;
        int votes = 0;
        for (int step = 0; step < size && votes < votesNeeded(); step++) {
            NodeId voter = NodeId.of((requester.index() + step) % size);
            if (!suspected.contains(voter)) {
                quorum = quorum.with(voter);
                votes++;
            }
        }
        return quorum;
    }

    /** The same without making a new set for each voter. */
    private NodeSet nearestOfMany(NodeId requester, NodeSet suspected) {
        NodeSet.Builder quorum = new NodeSet.Builder();
        int votes = 0;
        for (int step = 0; step < size && votes < votesNeeded(); step++) {
            int voter = (requester.index() + step) % size;
            if (!suspected.contains(voter)) {
                quorum.add(voter);
                votes++;
            }
        }
        return quorum.build();
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        int votes = 0;
        for (int index = nodes.next(0); index >= 0 && index < size; index = nodes.next(index + 1)) {
            votes++;
        }
        return votes >= votesNeeded();
    }
}
