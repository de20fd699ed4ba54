// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.draw.TwoQuorums.Role;
import io.quorate.trace.svg.SvgPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tree quorums: a path from the root to a leaf, and beside it the same tree with failed nodes and the quorum that avoids them. Of a large
 * tree only the nodes that matter are drawn; the others hang together as one bunch at their father.
 */
final class TreePicture {
    /** Trees with more leaves are drawn in part. */
    private static final int LEAVES_MAX = 26;

    /** Trees with more leaves stand below each other, not side by side. */
    private static final int LEAVES_SIDE_BY_SIDE = 11;

    private static final double GAP = 26;
    private static final double LEVEL_MAX = 74;

    private final Tree tree;
    private final TwoQuorums quorums;
    private final NodeSet failed;
    private final boolean hasDetour;
    private final boolean drawsDetour;
    private final int[] countBelow;
    private final boolean isDrawnWhole;
    private final QuorumSheet sheet;

    /** A drawn part of a tree: a node with its subtree, or a group of nodes with their number. */
    private record Twig(int node, int bunch, List<Twig> below) {
        int leaves() {
            return Math.max(1, below.stream().mapToInt(Twig::leaves).sum());
        }

        int levels() {
            return 1 + below.stream().mapToInt(Twig::levels).max().orElse(0);
        }
    }

    private TreePicture(Tree tree, NodeId requester, NodeSet failed, String title) {
        this.tree = tree;
        Optional<NodeSet> detour = tree.quorumAvoiding(requester, failed);
        this.quorums =
                new TwoQuorums(tree, requester, requester, tree.quorumOf(requester), detour.orElse(NodeSet.EMPTY));
        this.failed = failed;
        this.hasDetour = detour.isPresent();
        this.countBelow = countBelow();
        this.isDrawnWhole = IntStream.of(countBelow).filter(count -> count == 1).count() <= LEAVES_MAX;
        this.drawsDetour = !failed.isEmpty()
                && twig(tree.root(), quorums.secondQuorum().union(failed)).leaves() <= LEAVES_MAX;
        this.sheet = new QuorumSheet(title, NodeSet.of(requester));
    }

    /**
     * The picture of a tree whose root fails. A failed node sends no request: instead of the root, the last node on its path asks, if there
     * is another.
     */
    static String of(Tree tree, NodeId requester, String title) {
        NodeSet path = tree.quorumOf(requester);
        NodeId asker = requester.index() == tree.root() ? last(path) : requester;
        return of(tree, asker, NodeSet.ofIndexes(path.next(0)), title);
    }

    private static NodeId last(NodeSet path) {
        int last = path.next(0);
        for (int node = last; node >= 0; node = path.next(node + 1)) {
            last = node;
        }
        return NodeId.of(last);
    }

    /** The picture of a tree in which these nodes fail. */
    static String of(Tree tree, NodeId requester, NodeSet failed, String title) {
        return new TreePicture(tree, requester, failed, title).draw();
    }

    /** For each node how many there are in its subtree. */
    private int[] countBelow() {
        int[] counts = new int[tree.size()];
        for (int node = tree.size() - 1; node >= tree.root(); node--) {
            counts[node] = 1;
            for (int child : tree.childrenOf(node)) {
                counts[node] += counts[child];
            }
        }
        return counts;
    }

    private String draw() {
        Twig path = twig(tree.root(), quorums.firstQuorum());
        Twig detour = twig(tree.root(), quorums.secondQuorum().union(failed));
        sheet.explain(
                Role.FIRST,
                quorums.first() + " asks these " + quorums.firstQuorum().size());
        double left = SvgPage.MARGIN;
        double right = QuorumSheet.WIDTH - SvgPage.MARGIN;
        if (!drawsDetour) {
            double bottom = plant(path, left, QuorumSheet.TOP, right, false);
            return sheet.finish(bottom, caption() + leftOut());
        }
        sheet.explainFailed("failed");
        if (hasDetour) {
            sheet.explain(Role.SECOND, "asks these " + quorums.secondQuorum().size() + " instead");
            sheet.explain(Role.BOTH, "in both quorums");
        }
        double bottom;
        if (Math.max(path.leaves(), detour.leaves()) <= LEAVES_SIDE_BY_SIDE) {
            double middle = QuorumSheet.WIDTH / 2;
            bottom = Math.max(
                    plant(path, left, QuorumSheet.TOP, middle - GAP / 2, false),
                    plant(detour, middle + GAP / 2, QuorumSheet.TOP, right, true));
        } else {
            double between = plant(path, left, QuorumSheet.TOP, right, false);
            bottom = plant(detour, left, between + GAP, right, true);
        }
        return sheet.finish(bottom, caption() + leftOut());
    }

    private String caption() {
        String path = "A quorum is a path from the root to a leaf";
        if (failed.isEmpty()) {
            return path + ".";
        }
        if (!hasDetour) {
            return path + ". With " + failed + " failed no quorum is left.";
        }
        String all = path + "; a failed node is replaced by paths from all its children.";
        return drawsDetour
                ? all
                : all + " With " + failed + " failed that makes "
                        + QuorumSheet.count(quorums.secondQuorum().size()) + " nodes, too many to draw.";
    }

    private String leftOut() {
        if (countBelow[tree.root()] < quorums.system().size()) {
            return " Of two nodes only the second counts.";
        }
        return isDrawnWhole ? "" : " Nodes that play no part here are drawn as one bunch with their number.";
    }

    /** The part to draw from a node down. */
    private Twig twig(int node, NodeSet matter) {
        List<Twig> below = new ArrayList<>();
        int bunch = 0;
        long aside = tree.childrenOf(node).stream()
                .filter(child -> !mattersBelow(child, matter))
                .count();
        for (int child : tree.childrenOf(node)) {
            boolean isOnlyLeafAside = aside == 1 && countBelow[child] == 1;
            if (isDrawnWhole || isOnlyLeafAside || mattersBelow(child, matter)) {
                below.add(twig(child, matter));
            } else {
                bunch += countBelow[child];
            }
        }
        if (bunch > 0) {
            below.add(new Twig(node, bunch, List.of()));
        }
        return new Twig(node, 0, below);
    }

    private boolean mattersBelow(int node, NodeSet matter) {
        return matter.contains(node) || tree.childrenOf(node).stream().anyMatch(child -> mattersBelow(child, matter));
    }

    /** Draws a tree between two sides, from a height down; answers where it ends. */
    private double plant(Twig tree, double left, double top, double right, boolean detour) {
        double slot = (right - left) / Math.max(2, tree.leaves());
        double radius = Math.min(19, slot * 0.4);
        double level = Math.min(LEVEL_MAX, Math.max(2.9 * radius, 420.0 / tree.levels()));
        double indent = (right - left - slot * tree.leaves()) / 2;
        grow(tree, left + indent, top + 26, new Measure(slot, level, radius), detour);
        return top + 26 + level * (tree.levels() - 1) + radius + 12;
    }

    /** How much room a tree has: for a leaf in breadth, for a level in height, for a node around it. */
    private record Measure(double slot, double level, double radius) {}

    private Point place(Twig twig, double left, double top, Measure measure) {
        return new Point(left + measure.slot * twig.leaves() / 2, top);
    }

    private void grow(Twig twig, double left, double top, Measure measure, boolean detour) {
        Point at = place(twig, left, top, measure);
        double x = left;
        for (Twig below : twig.below) {
            Point end = place(below, x, top + measure.level, measure);
            boolean isWay = below.bunch == 0 && isAsked(twig.node, detour) && isAsked(below.node, detour);
            sheet.way(isWay ? detour ? "second-way" : "first-way" : "pale", List.of(at, end));
            x += measure.slot * below.leaves();
        }
        x = left;
        for (Twig below : twig.below) {
            grow(below, x, top + measure.level, measure, detour);
            x += measure.slot * below.leaves();
        }
        if (twig.bunch > 0) {
            bunch(twig.bunch, at, measure.radius);
            return;
        }
        if (detour && failed.contains(twig.node)) {
            sheet.failedNode(twig.node, at, measure.radius);
        } else {
            sheet.node(twig.node, role(twig.node, detour), at, measure.radius);
        }
    }

    private boolean isAsked(int node, boolean detour) {
        return (detour ? quorums.secondQuorum() : quorums.firstQuorum()).contains(node);
    }

    /** Each tree highlights its own quorum, and the nodes that it shares with the other's. */
    private Role role(int node, boolean detour) {
        if (!isAsked(node, detour)) {
            return Role.ASIDE;
        }
        return drawsDetour ? quorums.roleOf(node) : Role.FIRST;
    }

    private void bunch(int count, Point at, double radius) {
        double breadth = Math.max(16, radius);
        sheet.svg()
                .add(
                        "<path class=\"voter\" data-bunch=\"%\" d=\"M % % l % % h % z\"/>",
                        count, at.x(), at.y() - radius, breadth, radius * 1.7, -2 * breadth);
        sheet.label("ink", at.moved(0, radius * 0.58), 10, QuorumSheet.count(count));
    }
}
