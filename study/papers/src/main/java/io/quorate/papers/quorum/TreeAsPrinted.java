// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorum.systems.TreeShape;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Build_Quorum as the tree paper prints it. <strong>Unsafe: it builds quorums that do not meet</strong>, because a failed
 * father is replaced by a single other child where all the others are needed. It is kept, outside of the catalog, so that
 * tests and the rules {@code tree:printed-quorums} can show what goes wrong; locks use {@link Tree}.
 *
 * <p>A "select" takes the first child with which the rest succeeds, so a quorum is found whenever some selection leads to one.
 */
public final class TreeAsPrinted implements QuorumSystem {
    /** The children that may replace a failed father. */
    public enum Reading {
        /** The printed condition: it is alive. So the paper's own quorum {4,5,6,7,9} cannot be built. */
        LITERAL,

        /**
         * It may have failed too, and is then replaced by its own children, as that quorum needs; a failed leaf, which has no
         * children, by the empty set.
         */
        AS_THE_EXAMPLE_NEEDS
    }

    private final TreeShape shape;
    private final Reading reading;

    /** A tree of this degree in one of the readings. */
    public TreeAsPrinted(int size, int degree, Reading reading) {
        this.shape = new TreeShape(size, degree);
        this.reading = reading;
    }

    @Override
    public String name() {
        return "tree-as-printed:" + shape.degree()
                + (reading == Reading.LITERAL ? ":literal" : ":as-the-example-needs");
    }

    @Override
    public int size() {
        return shape.size();
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return quorumAvoiding(requester, NodeSet.EMPTY).orElseThrow();
    }

    /** The requester's result of Build_Quorum if these nodes have failed; empty if it has failed itself. */
    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        View view = new View() {
            @Override
            public boolean mayBeAlive(int node) {
                return !suspected.contains(node);
            }

            @Override
            public boolean mayHaveFailed(int node) {
                return suspected.contains(node);
            }
        };
        return new Building(view).buildQuorum(requester.index() % size());
    }

    /** Whether some node could build a quorum within these nodes, for some view of what has failed. */
    @Override
    public boolean isQuorum(NodeSet nodes) {
        View anyView = new View() {
            @Override
            public boolean mayBeAlive(int node) {
                return nodes.contains(node);
            }

            @Override
            public boolean mayHaveFailed(int node) {
                return true;
            }
        };
        for (int site = nodes.next(0); site >= 0 && site < size(); site = nodes.next(site + 1)) {
            if (new Building(anyView).buildQuorum(site).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The nodes that a builder takes for failed. Where a node may be either, the choice that leads to a quorum. Each node is asked
     * about once in
     * a building, so that its answers need not agree with earlier ones.
     */
    private interface View {
        boolean mayBeAlive(int node);

        boolean mayHaveFailed(int node);
    }

    /** The three functions of the paper; an empty answer stands for "no child to select", which the paper leaves open. */
    private final class Building {
        private final View view;

        Building(View view) {
            this.view = view;
        }

        Optional<NodeSet> buildQuorum(int site) {
            return buildLive(site).flatMap(below -> joined(below, buildQuorumOfFatherOf(site)));
        }

        /** Build_Quorum_Father(node.F, node), where the root has no father. */
        private Optional<NodeSet> buildQuorumOfFatherOf(int son) {
            return son == 0 ? Optional.of(NodeSet.EMPTY) : buildQuorumFather(shape.father(son), son);
        }

        private Optional<NodeSet> buildQuorumFather(int node, int son) {
            if (view.mayBeAlive(node)) {
                Optional<NodeSet> quorum = joined(NodeSet.ofIndexes(node), buildQuorumOfFatherOf(node));
                if (quorum.isPresent() || !view.mayHaveFailed(node)) {
                    return quorum;
                }
            }
            Optional<NodeSet> other = selectChild(node, son, this::buildLive);
            if (other.isEmpty() && reading == Reading.AS_THE_EXAMPLE_NEEDS) {
                other = selectChild(node, son, this::buildQuorumChild);
            }
            return other.flatMap(below -> joined(below, buildQuorumOfFatherOf(node)));
        }

        private Optional<NodeSet> buildQuorumChild(int node) {
            Optional<NodeSet> live = buildLive(node);
            if (live.isPresent() || !view.mayHaveFailed(node)) {
                return live;
            }
            NodeSet quorum = NodeSet.EMPTY;
            for (int child = shape.firstChild(node); !shape.isLeaf(node) && child <= shape.lastChild(node); child++) {
                Optional<NodeSet> below = buildQuorumChild(child);
                if (below.isEmpty()) {
                    return below;
                }
                quorum = quorum.union(below.get());
            }
            return Optional.of(quorum);
        }

        /** The branch of Build_Quorum_Child for a node that is alive: the node and one live child, which does the same. */
        private Optional<NodeSet> buildLive(int node) {
            if (!view.mayBeAlive(node)) {
                return Optional.empty();
            }
            NodeSet own = NodeSet.ofIndexes(node);
            if (shape.isLeaf(node)) {
                return Optional.of(own);
            }
            return joined(own, selectChild(node, node, this::buildLive));
        }

        /** The quorum of the first child but this one for which there is one. */
        private Optional<NodeSet> selectChild(int node, int except, IntFunction<Optional<NodeSet>> build) {
            for (int child = shape.firstChild(node); child <= shape.lastChild(node); child++) {
                Optional<NodeSet> quorum = child == except ? Optional.empty() : build.apply(child);
                if (quorum.isPresent()) {
                    return quorum;
                }
            }
            return Optional.empty();
        }

        private Optional<NodeSet> joined(NodeSet part, Optional<NodeSet> rest) {
            return rest.map(part::union);
        }
    }
}
