// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.thiarefall;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import java.util.List;

/** Thiare and Fall: what their sections 1 and 2 say of the work of others. */
final class ThiareFallRelatedItems {
    private ThiareFallRelatedItems() {}

    /** Every place of the token and every node that asks, once each: no protocol here lets a token circulate. */
    static Finding tokenRing(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding = Finding.of(
                "A token on a ring of N nodes; every place that it can have, with every node that can ask, counted once.");
        for (int nodes : List.of(3, 7, 13, 57)) {
            int passesOfOthers = 0;
            int passes = 0;
            for (int token = 0; token < nodes; token++) {
                for (int asks = 0; asks < nodes; asks++) {
                    int distance = Math.floorMod(asks - token, nodes);
                    passes += distance;
                    passesOfOthers += asks == token ? 0 : distance;
                }
            }
            finding.compare(Comparison.equal(
                    "N = " + nodes + ": messages for a request of a node without the token",
                    nodes / 2.0,
                    (double) passesOfOthers / (nodes * (nodes - 1))));
            finding.compare(Comparison.equal(
                            "N = " + nodes + ": the same, if the node with the token may be the one that asks",
                            (nodes - 1) / 2.0,
                            (double) passes / (nodes * nodes))
                    .asOurs());
        }
        return finding.found();
    }

    static Finding costOfFailures(Scale scale, Experiment.Progress progress) {
        int most = scale.choose(13, 57);
        Finding.Builder finding =
                Finding.of("One node has failed, each in turn; every other node that has it in its quorum takes"
                        + " the next quorum without it. Counted: nodes of that one that were not in the first.");
        Rows rows = new Rows("More nodes to contact", "N", "quorums", "K", "mean", "most", "nodes without any quorum");
        for (int nodes : List.of(7, 13, 57)) {
            if (nodes > most) {
                continue;
            }
            for (String name : List.of("plane", "majority", "tree", "grid")) {
                QuorumSystem quorums = Quorums.named(name, nodes);
                Cost cost = Cost.of(quorums, nodes);
                rows.add(nodes, name, quorums.quorumOf(NodeId.of(0)).size(), cost.mean(), cost.most, cost.blocked);
                finding.compare(Comparison.holds(
                        "N = " + nodes + ", " + name + ": a quorum with a failed server is not usable",
                        "additional servers need to be contacted",
                        Comparison.text(cost.mean()) + " more on average, " + cost.most + " at most",
                        cost.least >= 1 && cost.blocked == 0));
            }
        }
        return finding.show(rows.sheet()).found();
    }

    /** The cost of single failures to the nodes that have them in their quorums. */
    private static final class Cost {
        private int cases;
        private long total;
        private int least = Integer.MAX_VALUE;
        private int most;
        private int blocked;

        static Cost of(QuorumSystem quorums, int nodes) {
            Cost cost = new Cost();
            for (int failed = 0; failed < nodes; failed++) {
                NodeSet down = NodeSet.EMPTY.with(NodeId.of(failed));
                for (int asks = 0; asks < nodes; asks++) {
                    NodeSet first = quorums.quorumOf(NodeId.of(asks));
                    if (asks != failed && first.contains(NodeId.of(failed))) {
                        quorums.quorumAvoiding(NodeId.of(asks), down)
                                .ifPresentOrElse(
                                        next -> cost.count(next.minus(first).size()), () -> cost.blocked++);
                    }
                }
            }
            return cost;
        }

        private void count(int more) {
            cases++;
            total += more;
            least = Math.min(least, more);
            most = Math.max(most, more);
        }

        double mean() {
            return cases == 0 ? 0 : (double) total / cases;
        }
    }
}
