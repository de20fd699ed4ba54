// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Voters;
import io.quorate.core.quorum.systems.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tree quorums on a tree of any shape, "with any degree" as the tree paper says. The rule is that of {@link Tree}: a path from
 * the root to a leaf, where a failed site is replaced by paths from all of its children. The difference is the shape. {@code
 * Tree} numbers its sites in level order and hangs an only child at another site, because a site with one child decides
 * nothing. Here every site stays where it was put. A quorum on a path through a site with one child contains that site, as the
 * paper has it, though its child would be enough: such quorums are not minimal.
 *
 * <p>The sites are named one by one, so variants do not renumber them.
 */
public final class GivenTree implements QuorumSystem {
    private static final String NAME = "tree-of";

    /** The cost of a subtree in which no quorum is left. */
    private static final int NONE = Integer.MAX_VALUE;

    private final String name;
    private final int[] fathers;
    private final List<List<Integer>> children;

    /** Every site behind the one above it. */
    private final int[] downwards;

    private GivenTree(String name, int[] fathers) {
        this.name = name;
        this.fathers = fathers;
        this.children = IntStream.range(0, fathers.length)
                .<List<Integer>>mapToObj(site -> new ArrayList<>())
                .toList();
        int root = 0;
        for (int site = 0; site < fathers.length; site++) {
            if (fathers[site] == TreeText.NOBODY) {
                root = site;
            } else {
                children.get(fathers[site]).add(site);
            }
        }
        this.downwards = new int[fathers.length];
        downwards[0] = root;
        int end = 1;
        for (int place = 0; place < end; place++) {
            for (int child : children.get(downwards[place])) {
                downwards[end++] = child;
            }
        }
    }

    /**
     * Reads a tree such as {@code 1(2,3(4,5))}. Nothing to read stands for the binary tree in level order, with an only child
     * where the order puts it.
     */
    public static GivenTree parse(String text, int size) {
        Voters.requireAny(size);
        if (text.isEmpty()) {
            return new GivenTree(
                    NAME,
                    IntStream.range(0, size)
                            .map(site -> site == 0 ? TreeText.NOBODY : (site - 1) / 2)
                            .toArray());
        }
        return new GivenTree(NAME + ":" + text, TreeText.fathers(text, size));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return fathers.length;
    }

    /** The site at the top. */
    public int root() {
        return downwards[0];
    }

    /** The sites just below a site, in ascending order; none for a leaf. */
    public List<Integer> childrenOf(int site) {
        return List.copyOf(children.get(site));
    }

    @Override
    public Optional<NodeId> fatherOf(NodeId voter) {
        int father = fathers[voter.index()];
        return father == TreeText.NOBODY ? Optional.empty() : Optional.of(NodeId.of(father));
    }

    /** The path from the root through the requester to the leaf nearest to it. */
    @Override
    public NodeSet quorumOf(NodeId requester) {
        int site = requester.index() % size();
        NodeSet.Builder path = new NodeSet.Builder();
        for (int node = site; node != TreeText.NOBODY; node = fathers[node]) {
            path.add(node);
        }
        int[] costs = costs(requester, NodeSet.EMPTY);
        for (int node = site; !children.get(node).isEmpty(); ) {
            node = cheapestChild(node, costs);
            path.add(node);
        }
        return path.build();
    }

    /** The usual path if it is free, else a quorum around the suspected sites. */
    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        NodeSet usual = quorumOf(requester);
        if (!usual.intersects(suspected)) {
            return Optional.of(usual);
        }
        int[] costs = costs(requester, suspected);
        if (costs[root()] == NONE) {
            return Optional.empty();
        }
        boolean[] isReached = new boolean[size()];
        isReached[root()] = true;
        NodeSet.Builder quorum = new NodeSet.Builder();
        for (int site : downwards) {
            if (isReached[site] && suspected.contains(site)) {
                children.get(site).forEach(child -> isReached[child] = true);
            } else if (isReached[site]) {
                quorum.add(site);
                if (!children.get(site).isEmpty()) {
                    isReached[cheapestChild(site, costs)] = true;
                }
            }
        }
        return Optional.of(quorum.build());
    }

    /** For each site how many others the cheapest quorum below it has, counted twice; the requester itself costs less. */
    private int[] costs(NodeId requester, NodeSet failed) {
        int[] costs = new int[size()];
        for (int place = size() - 1; place >= 0; place--) {
            int site = downwards[place];
            if (failed.contains(site)) {
                costs[site] = costWithout(site, costs);
            } else {
                int own = site == requester.index() ? -1 : 2;
                int below = children.get(site).isEmpty() ? 0 : costs[cheapestChild(site, costs)];
                costs[site] = below == NONE ? NONE : own + below;
            }
        }
        return costs;
    }

    /** Quorums below all of its children; a failed leaf has none, and nothing can replace it. */
    private int costWithout(int site, int[] costs) {
        int sum = 0;
        for (int child : children.get(site)) {
            if (costs[child] == NONE) {
                return NONE;
            }
            sum += costs[child];
        }
        return children.get(site).isEmpty() ? NONE : sum;
    }

    private int cheapestChild(int inner, int[] costs) {
        int cheapest = children.get(inner).get(0);
        for (int child : children.get(inner)) {
            cheapest = costs[child] < costs[cheapest] ? child : cheapest;
        }
        return cheapest;
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        boolean[] hasQuorum = new boolean[size()];
        for (int place = size() - 1; place >= 0; place--) {
            int site = downwards[place];
            boolean isThere = nodes.contains(site);
            List<Integer> below = children.get(site);
            if (below.isEmpty()) {
                hasQuorum[site] = isThere;
            } else {
                hasQuorum[site] = isThere
                        ? below.stream().anyMatch(child -> hasQuorum[child])
                        : below.stream().allMatch(child -> hasQuorum[child]);
            }
        }
        return hasQuorum[root()];
    }

    @Override
    public int variants() {
        return 1;
    }
}
