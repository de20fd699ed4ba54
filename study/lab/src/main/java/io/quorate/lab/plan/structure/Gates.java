// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Hierarchical;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Singleton;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorum.systems.WeightedVoting;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The constructions that are gates. */
public final class Gates {
    /** With more votes than this for each voter, on average, counting by votes takes too long. */
    private static final int VOTES_MAX = 1_000;

    private Gates() {}

    /** The system as a gate, if it is one. */
    public static Optional<Gate> of(QuorumSystem system) {
        if (system instanceof Majority majority) {
            return Optional.of(ofNodes(system.size(), majority.votesNeeded()));
        }
        if (system instanceof All) {
            return Optional.of(ofNodes(system.size(), system.size()));
        }
        if (system instanceof Tree tree) {
            return Optional.of(below(tree, tree.root()));
        }
        if (system instanceof Hierarchical hierarchical) {
            return Optional.of(ofGroup(hierarchical.root()));
        }
        if (system instanceof WeightedVoting weighted) {
            return ofVotes(weighted);
        }
        return system instanceof Singleton ? Optional.of(Gate.node()) : Optional.empty();
    }

    private static Gate ofNodes(int nodes, int needed) {
        return Gate.of(Collections.nCopies(nodes, new Gate.Part(Gate.node(), 1)), needed);
    }

    private static Gate ofGroup(Hierarchical.Group group) {
        return group.groups().isEmpty()
                ? Gate.node()
                : Gate.of(
                        group.groups().stream()
                                .map(each -> new Gate.Part(ofGroup(each), 1))
                                .toList(),
                        group.majority());
    }

    /** With the node one child is enough, without it all children are needed. */
    private static Gate below(Tree tree, int node) {
        List<Integer> children = tree.childrenOf(node);
        if (children.isEmpty()) {
            return Gate.node();
        }
        List<Gate.Part> parts = new ArrayList<>();
        parts.add(new Gate.Part(Gate.node(), children.size() - 1));
        children.forEach(child -> parts.add(new Gate.Part(below(tree, child), 1)));
        return Gate.of(parts, children.size());
    }

    /** Only the ratios of votes matter, so what divides all of them is taken out. */
    private static Optional<Gate> ofVotes(WeightedVoting weighted) {
        long[] votes = IntStream.range(0, weighted.size())
                .mapToLong(voter -> weighted.votesOf(NodeId.of(voter)))
                .toArray();
        BigInteger common = BigInteger.ZERO;
        for (long each : votes) {
            common = common.gcd(BigInteger.valueOf(each));
        }
        long unit = common.longValueExact();
        long total = 0;
        List<Gate.Part> parts = new ArrayList<>();
        for (long each : votes) {
            if (each / unit > VOTES_MAX * (long) votes.length) {
                return Optional.empty();
            }
            total += each / unit;
            parts.add(new Gate.Part(Gate.node(), (int) (each / unit)));
        }
        return total > VOTES_MAX * (long) votes.length
                ? Optional.empty()
                : Optional.of(Gate.of(parts, (int) (total / 2 + 1)));
    }
}
