// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.quorum.Voters;

/**
 * The logical tree: nodes in level order, each inner node with as many children as the degree says, the last one with
 * what is left. If that is a single child, the inner node before takes it as one more of its own, and its parent to be
 * is a leaf: a node with one child would be of no use, since that child serves as well without it.
 */
public record TreeShape(int size, int degree) {
    public TreeShape {
        Voters.requireAny(size);
        if (degree < 2) {
            throw new IllegalArgumentException("a node of a tree has 2 children or more, not " + degree
                    + ": give a degree of at least 2, as in tree:3");
        }
    }

    /** The first nodes, up to this number, have children. */
    int innerCount() {
        if (size == 1) {
            return 0;
        }
        int last = (size - 2) / degree;
        boolean lastHasOneChild = (size - 2) % degree == 0;
        return lastHasOneChild && last > 0 ? last : last + 1;
    }

    public boolean isLeaf(int node) {
        return node >= innerCount();
    }

    public int firstChild(int inner) {
        return degree * inner + 1;
    }

    public int lastChild(int inner) {
        return inner == innerCount() - 1 ? size - 1 : degree * (inner + 1);
    }

    /** The father of a node that is not the root. */
    public int father(int node) {
        return Math.min((node - 1) / degree, innerCount() - 1);
    }
}
