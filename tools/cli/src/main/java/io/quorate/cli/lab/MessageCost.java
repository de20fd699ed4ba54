// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Words;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.EntryCost.Asked;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.kit.MessageBudget;
import java.util.Optional;

/**
 * How many messages an entry costs by theory in a cluster; what a node says to itself costs none.
 *
 * @param cost with each other node that is asked
 * @param nodes how many there are
 * @param smallest the number of members of the smallest quorum that a node usually asks
 * @param othersAsked how many other nodes a request goes to, on average over the nodes
 */
public record MessageCost(EntryCost cost, int nodes, int smallest, int largest, double othersAsked) {
    /** The number of nodes that ask, including the voters. Empty if the protocol has no such formula, or needs no others. */
    public static Optional<MessageCost> of(Protocol<?> protocol, QuorumSystem quorums, int nodes) {
        return Kits.budget(protocol)
                .flatMap(MessageBudget::forEachAsked)
                .map(cost -> of(cost, quorums, nodes))
                .filter(cost -> cost.othersAsked > 0);
    }

    private static MessageCost of(EntryCost cost, QuorumSystem quorums, int nodes) {
        int smallest = Integer.MAX_VALUE;
        int largest = 0;
        double others = 0;
        for (int index = 0; index < nodes; index++) {
            NodeId node = NodeId.of(index);
            NodeSet quorum = quorums.quorumOf(node);
            smallest = Math.min(smallest, quorum.size());
            largest = Math.max(largest, quorum.size());
            others += quorum.without(node).size();
        }
        return new MessageCost(cost, nodes, smallest, largest, others / nodes);
    }

    /** If nobody else wants the lock. */
    public double alone() {
        return cost.alone() * othersAsked;
    }

    /** Under any load, on average. */
    public double bound() {
        return cost.contended() * othersAsked;
    }

    /** Whether every node asks K nodes, itself among them, so that formulas with K say all. */
    private boolean isUniform() {
        return smallest == largest && othersAsked == largest - 1;
    }

    public String sentence() {
        if (cost.asked() == Asked.EVERYBODY) {
            return "N = " + nodes + " nodes: a request costs " + aloneFormula() + " = " + Words.number(alone())
                    + ", alone or under contention.";
        }
        if (isUniform()) {
            return "Quorums of K = " + largest + ": alone, an entry costs " + aloneFormula() + " = "
                    + Words.number(alone()) + "; under contention " + atMost() + boundFormula() + " = "
                    + Words.number(bound()) + " on average.";
        }
        return "A node asks " + Words.number(othersAsked) + " others on average: alone, an entry costs " + cost.alone()
                + " for each = " + Words.number(alone()) + "; under contention " + atMost() + cost.contended()
                + " = " + Words.number(bound()) + ".";
    }

    private String atMost() {
        return cost.isAlwaysTheSame() ? "" : "at most ";
    }

    /** As in 3(K-1), or in words where quorums differ. */
    String aloneFormula() {
        return cost.alone() + unit();
    }

    /** As in 7(K-1), or in words where quorums differ. */
    String boundFormula() {
        return cost.contended() + unit();
    }

    private String unit() {
        if (cost.asked() == Asked.EVERYBODY) {
            return "(N-1)";
        }
        return isUniform() ? "(K-1)" : " for each node asked";
    }
}
