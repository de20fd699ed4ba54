// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kit;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How many messages an entry costs, as the protocol promises for runs without faults: an average over all entries of a run in
 * which every node enters equally often. A message of a node to itself costs nothing.
 */
public interface MessageBudget {
    /** If nobody contends: one claim at a time, the nodes in turn. */
    Range alone(QuorumSystem quorums, int nodes);

    /** If every node always wants the lock. */
    Range contended(QuorumSystem quorums, int nodes);

    /** The same as a number of messages for each node that is asked, where that says all. */
    default Optional<EntryCost> forEachAsked() {
        return Optional.empty();
    }

    /** The cost as a table shows it, where {@link #forEachAsked} does not say it: {@code 4(N-1)/N = 3.69}. Empty if no formula is known. */
    default String formula(int nodes, boolean contended) {
        return "";
    }

    /** A budget of two upper bounds. */
    static MessageBudget atMost(Bound alone, Bound contended) {
        return new Bounds(alone, contended, (nodes, isContended) -> "");
    }

    /** A budget of two upper bounds, with the formula that tables show. */
    static MessageBudget atMost(Bound alone, Bound contended, Formula formula) {
        return new Bounds(alone, contended, formula);
    }

    /** The number of members of the largest quorum that a node usually asks. */
    static int largestQuorum(QuorumSystem quorums, int nodes) {
        return IntStream.range(0, nodes)
                .map(node -> quorums.quorumOf(NodeId.of(node)).size())
                .max()
                .orElse(0);
    }

    /** The smallest and the largest average of a run. */
    record Range(double least, double most) {
        /** No more and no less. */
        public static Range exactly(double messages) {
            return new Range(messages, messages);
        }

        /** From none on. */
        public static Range atMost(double messages) {
            return new Range(0, messages);
        }
    }

    /** The most messages of an entry in a cluster. */
    @FunctionalInterface
    interface Bound {
        double in(QuorumSystem quorums, int nodes);
    }

    /** {@link MessageBudget#formula}. */
    @FunctionalInterface
    interface Formula {
        String of(int nodes, boolean contended);
    }

    /** Two upper bounds. */
    record Bounds(Bound forOne, Bound forAll, Formula text) implements MessageBudget {
        @Override
        public Range alone(QuorumSystem quorums, int nodes) {
            return Range.atMost(forOne.in(quorums, nodes));
        }

        @Override
        public Range contended(QuorumSystem quorums, int nodes) {
            return Range.atMost(forAll.in(quorums, nodes));
        }

        @Override
        public String formula(int nodes, boolean contended) {
            return text.of(nodes, contended);
        }
    }
}
