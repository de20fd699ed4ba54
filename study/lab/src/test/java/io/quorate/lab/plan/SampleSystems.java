// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Systems written out by hand, so that what is said of the constructions has something to be compared with. */
final class SampleSystems {
    private SampleSystems() {}

    /** The base set, moved around the ring: a plane if it is a perfect difference set, else a cyclic cover. */
    static Explicit ring(int voters, int... base) {
        List<NodeSet> quorums = new ArrayList<>();
        for (int shift = 0; shift < voters; shift++) {
            int moved = shift;
            quorums.add(NodeSet.ofIndexes(
                    IntStream.of(base).map(each -> (each + moved) % voters).toArray()));
        }
        return new Explicit(voters, quorums);
    }

    /** The Fano plane. */
    static Explicit fano() {
        return ring(7, 0, 1, 3);
    }

    /** Row and column of each cell. */
    static Explicit grid(int side) {
        List<NodeSet> quorums = new ArrayList<>();
        for (int cell = 0; cell < side * side; cell++) {
            NodeSet.Builder quorum = new NodeSet.Builder();
            for (int step = 0; step < side; step++) {
                quorum.add(cell / side * side + step).add(step * side + cell % side);
            }
            quorums.add(quorum.build());
        }
        return new Explicit(side * side, quorums);
    }

    /** All quorums of the tree in which each node is the father of the nodes given: with it and one child, or all children. */
    static Explicit tree(int[]... children) {
        return new Explicit(children.length, below(0, children));
    }

    private static List<NodeSet> below(int node, int[]... children) {
        NodeSet self = NodeSet.ofIndexes(node);
        if (children[node].length == 0) {
            return List.of(self);
        }
        List<NodeSet> quorums = new ArrayList<>();
        List<NodeSet> ofAll = List.of(NodeSet.EMPTY);
        for (int child : children[node]) {
            List<NodeSet> ofChild = below(child, children);
            ofChild.forEach(quorum -> quorums.add(quorum.union(self)));
            ofAll = ofAll.stream()
                    .flatMap(one -> ofChild.stream().map(one::union))
                    .toList();
        }
        quorums.addAll(ofAll);
        return quorums;
    }

    /** A tree in level order, each inner node with so many children. */
    static Explicit tree(int voters, int degree) {
        return tree(IntStream.range(0, voters)
                .mapToObj(node -> IntStream.rangeClosed(degree * node + 1, degree * node + degree)
                        .filter(child -> child < voters)
                        .toArray())
                .toArray(int[][]::new));
    }

    /** The tree of nine nodes in the figure of the tree paper. */
    static Explicit nineNodeTree() {
        return tree(new int[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {}, {}, {}, {}, {}});
    }
}
