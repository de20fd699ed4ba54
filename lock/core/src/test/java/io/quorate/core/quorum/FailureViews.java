// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** What a system answers when requesters take different nodes for failed. */
public final class FailureViews {
    private FailureViews() {}

    /** Every quorum that some requester is given for some view of what has failed. */
    public static Set<NodeSet> quorumsOfAllViews(QuorumSystem system) {
        Set<NodeSet> quorums = new LinkedHashSet<>();
        for (int failed = 0; failed < 1 << system.size(); failed++) {
            for (int requester = 0; requester < system.size(); requester++) {
                system.quorumAvoiding(NodeId.of(requester), NodeSet.ofBits(failed))
                        .ifPresent(quorums::add);
            }
        }
        return quorums;
    }

    public static void assertEveryTwoMeet(Collection<NodeSet> quorums) {
        for (NodeSet one : quorums) {
            for (NodeSet other : quorums) {
                if (!one.intersects(other)) {
                    throw new AssertionError(one + " and " + other + " do not meet");
                }
            }
        }
    }

    public static void assertDisjointPair(Collection<NodeSet> quorums, NodeSet one, NodeSet other) {
        assertThat(one.intersects(other)).isFalse();
        assertThat(quorums).contains(one, other);
    }

    /** Nodes as the paper numbers them, from 1. */
    public static NodeSet nodes(int... numbers) {
        NodeSet.Builder nodes = new NodeSet.Builder();
        for (int number : numbers) {
            nodes.add(number - 1);
        }
        return nodes.build();
    }

    public static Optional<NodeSet> quorumOfNode(QuorumSystem system, int number, int... failed) {
        return system.quorumAvoiding(NodeId.of(number - 1), nodes(failed));
    }
}
