// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The tree paper, "Arborescent logic": a quorum is a path from the root to a leaf; a node that is not functional is replaced by the paths
 * from all its sons to leaves. Sites are 0, 1, 2 and so on, level by level, each with the same number of sons.
 */
final class TreeOracle {
    private TreeOracle() {}

    /** All quorums below a node while some have failed, as bit masks; the node itself is the root of the paths. */
    static Set<Integer> quorums(int node, int sites, int degree, int failed) {
        Set<Integer> below = new LinkedHashSet<>();
        int first = node * degree + 1;
        boolean isLeaf = first >= sites;
        boolean isDown = (failed >> node & 1) == 1;
        if (isLeaf) {
            return isDown ? Set.of() : Set.of(1 << node);
        }
        if (!isDown) {
            for (int son = first; son < Math.min(sites, first + degree); son++) {
                quorums(son, sites, degree, failed).forEach(path -> below.add(path | 1 << node));
            }
            return below;
        }
        below.add(0);
        for (int son = first; son < Math.min(sites, first + degree); son++) {
            Set<Integer> joined = new LinkedHashSet<>();
            for (int path : quorums(son, sites, degree, failed)) {
                below.forEach(other -> joined.add(path | other));
            }
            below.clear();
            below.addAll(joined);
        }
        return below;
    }

    /** The quorums of all views of what has failed. */
    static Set<Integer> quorumsOfAllViews(int sites, int degree) {
        Set<Integer> all = new LinkedHashSet<>();
        for (int failed = 0; failed < 1 << sites; failed++) {
            all.addAll(quorums(0, sites, degree, failed));
        }
        return all;
    }

    /** How many there are in a complete tree: of a leaf one; else a path by each son, or one of every son at once. */
    static long countOfComplete(int degree, int depth) {
        long below = depth == 0 ? 0 : countOfComplete(degree, depth - 1);
        return depth == 0 ? 1 : degree * below + Math.round(Math.pow((double) below, degree));
    }
}
