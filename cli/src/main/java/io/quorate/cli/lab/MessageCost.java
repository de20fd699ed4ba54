package io.quorate.cli.lab;

import io.quorate.cli.console.Words;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.simulate.Experiments;

/**
 * How many messages a hold of the quorum lock costs by theory; the vote of the node itself costs none.
 *
 * @param smallest the number of members of the smallest quorum that a node usually asks
 * @param othersAsked how many other nodes a request goes to, on average over the nodes
 */
public record MessageCost(int smallest, int largest, double othersAsked) {
    /** So many nodes ask, the voters among them. */
    public static MessageCost of(QuorumSystem quorums, int nodes) {
        int smallest = Integer.MAX_VALUE;
        int largest = 0;
        for (int index = 0; index < nodes; index++) {
            int size = quorums.quorumOf(NodeId.of(index)).size();
            smallest = Math.min(smallest, size);
            largest = Math.max(largest, size);
        }
        return new MessageCost(smallest, largest, Experiments.othersAsked(quorums, nodes));
    }

    /** Request, Grant and Release with each other member of the quorum. */
    public double alone() {
        return 3 * othersAsked;
    }

    /** With contention also Queued, and an Inquire, a Relinquish and a second Grant for somebody who gives way. */
    public double bound() {
        return 7 * othersAsked;
    }

    /** Whether votes of other nodes are needed at all. */
    boolean needsOthers() {
        return othersAsked > 0;
    }

    /** Whether every node asks K nodes, itself among them, so that formulas with K say all. */
    private boolean isUniform() {
        return smallest == largest && othersAsked == largest - 1;
    }

    String sentence() {
        if (isUniform()) {
            return "Quorums of K = " + largest + ": alone, an entry costs 3(K-1) = " + Words.number(alone())
                    + "; under contention at most 7(K-1) = " + Words.number(bound()) + " on average.";
        }
        return "A node asks " + Words.number(othersAsked) + " others on average: alone, an entry costs 3 for each = "
                + Words.number(alone()) + "; under contention at most 7 = " + Words.number(bound()) + ".";
    }

    /** What stands for one asked node in formulas: K-1, or the average where quorums differ. */
    String unit() {
        return isUniform() ? "(K-1)" : " for each node asked";
    }
}
