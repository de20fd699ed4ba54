// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tree quorums (Agrawal and El Abbadi; the function Build_Quorum of the tree paper, made safe): a path from the root to a
 * leaf, where a failed node is replaced by paths from <em>all</em> of its children, and a failed leaf by nothing at all.
 * Any two quorums meet, whatever their builders took for failed: at each node either both contain it, or one of them goes
 * on through all of its children and so through the one that the other goes on with. The function as the paper prints it is in the module of the papers; it is not safe.
 */
public final class Tree implements QuorumSystem {
    /** The cost of a subtree in which no quorum is left. */
    private static final int NONE = Integer.MAX_VALUE;

    private final TreeShape shape;

    private final int root;

    /** A tree of this degree; nodes in level order, as in the figures of the paper. */
    public Tree(int size, int degree) {
        this.shape = new TreeShape(size, degree);
        // The only child of a root serves as well without it: of two nodes, the tree is the second alone.
        this.root = size == 2 ? 1 : 0;
    }

    /** A binary tree. */
    public Tree(int size) {
        this(size, 2);
    }

    @Override
    public String name() {
        return shape.degree() == 2 ? "tree" : "tree:" + shape.degree();
    }

    @Override
    public int size() {
        return shape.size();
    }

    /** The node at the top. */
    public int root() {
        return root;
    }

    /** The nodes just below a node, none for a leaf. */
    public List<Integer> childrenOf(int node) {
        return shape.isLeaf(node)
                ? List.of()
                : IntStream.rangeClosed(shape.firstChild(node), shape.lastChild(node))
                        .boxed()
                        .toList();
    }

    /** Of two nodes, the first stands below the second: it is in no quorum, but in the tree. */
    @Override
    public Optional<NodeId> fatherOf(NodeId voter) {
        if (voter.index() == root) {
            return Optional.empty();
        }
        return Optional.of(NodeId.of(voter.index() < root ? root : shape.father(voter.index())));
    }

    /** The path from the root through the requester to the leaf nearest to it. */
    @Override
    public NodeSet quorumOf(NodeId requester) {
        return buildQuorum(Math.max(root, requester.index() % size()));
    }

    /** With no failures the quorum is a path: the site, its fathers, and the shortest way down. */
    private NodeSet buildQuorum(int site) {
        NodeSet.Builder quorum = new NodeSet.Builder().add(site);
        buildQuorumFather(site, quorum);
        buildQuorumChild(site, quorum);
        return quorum.build();
    }

    private void buildQuorumFather(int site, NodeSet.Builder quorum) {
        for (int node = site; node != root; ) {
            node = shape.father(node);
            quorum.add(node);
        }
    }

    private void buildQuorumChild(int site, NodeSet.Builder quorum) {
        for (int node = site; !shape.isLeaf(node); ) {
            node = childNearestToALeaf(node);
            quorum.add(node);
        }
    }

    private int childNearestToALeaf(int inner) {
        int last = shape.lastChild(inner);
        int shortest = levelsBelow(last); // in level order no child is nearer than the last
        for (int child = shape.firstChild(inner); child < last; child++) {
            if (levelsBelow(child) == shortest) {
                return child;
            }
        }
        return last;
    }

    private int levelsBelow(int site) {
        int levels = 0;
        for (int node = site; !shape.isLeaf(node); node = shape.lastChild(node)) {
            levels++;
        }
        return levels;
    }

    /** The usual path if it is free, else a quorum with as few others in it as any; the requester itself costs nothing. */
    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        NodeSet usual = quorumOf(requester);
        return usual.intersects(suspected) ? new Detour(requester, suspected).buildQuorum() : Optional.of(usual);
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return isQuorumBelow(root, nodes);
    }

    private boolean isQuorumBelow(int node, NodeSet nodes) {
        boolean alive = nodes.contains(node);
        if (shape.isLeaf(node)) {
            return alive;
        }
        for (int child = shape.firstChild(node); child <= shape.lastChild(node); child++) {
            if (isQuorumBelow(child, nodes) == alive) {
                return alive; // with the node one child is enough, without it one is enough to fail
            }
        }
        return !alive;
    }

    /** The cheapest quorum for one view of what has failed. */
    private final class Detour {
        private final NodeId requester;
        private final NodeSet failed;

        /** For each node what the cheapest quorum of its subtree costs. */
        private final int[] costs = new int[size()];

        private final NodeSet.Builder quorum = new NodeSet.Builder();

        Detour(NodeId requester, NodeSet failed) {
            this.requester = requester;
            this.failed = failed;
            for (int node = size() - 1; node >= root; node--) {
                costs[node] = Math.min(costWith(node), costWithout(node));
            }
        }

        Optional<NodeSet> buildQuorum() {
            if (costs[root] == NONE) {
                return Optional.empty();
            }
            buildQuorumFrom(root);
            return Optional.of(quorum.build());
        }

        private void buildQuorumFrom(int node) {
            if (costs[node] == costWith(node)) {
                quorum.add(node);
                if (!shape.isLeaf(node)) {
                    buildQuorumFrom(cheapestChild(node));
                }
            } else {
                for (int child = shape.firstChild(node); child <= shape.lastChild(node); child++) {
                    buildQuorumFrom(child);
                }
            }
        }

        /** The node itself, and a quorum below one of its children. */
        private int costWith(int node) {
            if (failed.contains(node)) {
                return NONE;
            }
            // Two for each member, so that of two quorums with equally many others the one with the requester wins.
            int own = node == requester.index() ? -1 : 2;
            if (shape.isLeaf(node)) {
                return own;
            }
            int below = costs[cheapestChild(node)];
            return below == NONE ? NONE : own + below;
        }

        /** Quorums below all of its children. A leaf has no children to replace it: that is a failure, not an empty set. */
        private int costWithout(int node) {
            if (shape.isLeaf(node)) {
                return NONE;
            }
            int sum = 0;
            for (int child = shape.firstChild(node); child <= shape.lastChild(node); child++) {
                if (costs[child] == NONE) {
                    return NONE;
                }
                sum += costs[child];
            }
            return sum;
        }

        private int cheapestChild(int inner) {
            int cheapest = shape.firstChild(inner);
            for (int child = cheapest + 1; child <= shape.lastChild(inner); child++) {
                if (costs[child] < costs[cheapest]) {
                    cheapest = child;
                }
            }
            return cheapest;
        }
    }
}
