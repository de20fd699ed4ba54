// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster, known by its place in the roster: a dense index from 0. People (and the papers) count from one,
 * so the node with index 0 is written {@code n1}.
 */
public final class NodeId implements Comparable<NodeId> {
    /** The highest index there can be: it bounds what a frame from a peer can make us allocate. */
    public static final int INDEX_MAX = (1 << 20) - 1;

    /** Members of rosters have numbers below this, guests from here on, so that neither moves when the other come. */
    public static final int GUESTS_FROM = 1 << 19;

    private static final NodeId[] COMMON = new NodeId[256];

    static {
        for (int index = 0; index < COMMON.length; index++) {
            COMMON[index] = new NodeId(index);
        }
    }

    private final int index;

    private NodeId(int index) {
        this.index = index;
    }

    /** The node with this index, from 0. */
    public static NodeId of(int index) {
        if (index < 0 || index > INDEX_MAX) {
            throw new IllegalArgumentException("a node index lies between 0 and " + INDEX_MAX + ", not " + index);
        }
        return index < COMMON.length ? COMMON[index] : new NodeId(index);
    }

    /** The node written {@code n1}, {@code n2}, ... */
    public static NodeId parse(String text) {
        if (!text.matches("n[1-9][0-9]{0,6}")) {
            throw new IllegalArgumentException("a node is written n1, n2, ...; this is not one: " + text);
        }
        return of(Integer.parseInt(text.substring(1)) - 1);
    }

    public int index() {
        return index;
    }

    @Override
    public int compareTo(NodeId other) {
        return Integer.compare(index, other.index);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NodeId node && node.index == index;
    }

    @Override
    public int hashCode() {
        return index;
    }

    @Override
    public String toString() {
        return "n" + (index + 1);
    }
}
