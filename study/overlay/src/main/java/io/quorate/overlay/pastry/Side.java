// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.pastry;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import org.jspecify.annotations.Nullable;

/** The nodes next to one on the ring in one direction, nearest first. */
final class Side {
    private final Key origin;
    private final boolean clockwise;
    private final @Nullable Handle[] leaves;

    /** By their indexes: with every message it is asked whether its sender is among them. */
    private final int[] nodes;

    private int size;

    /** How far it is to the farthest leaf; null if there is none. */
    private @Nullable Key reach;

    Side(Key origin, boolean clockwise, int capacity) {
        this.origin = origin;
        this.clockwise = clockwise;
        this.leaves = new Handle[capacity];
        this.nodes = new int[capacity];
    }

    Side(Side other) {
        origin = other.origin;
        clockwise = other.clockwise;
        leaves = other.leaves.clone();
        nodes = other.nodes.clone();
        size = other.size;
        reach = other.reach;
    }

    /** How far it is to a key in this direction. */
    Key wayTo(Key key) {
        return clockwise ? origin.clockwiseTo(key) : key.clockwiseTo(origin);
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == leaves.length;
    }

    Handle at(int place) {
        Handle leaf = leaves[place];
        if (leaf == null) {
            throw new IndexOutOfBoundsException(place);
        }
        return leaf;
    }

    @Nullable
    Handle nearest() {
        return size == 0 ? null : leaves[0];
    }

    @Nullable
    Handle farthest() {
        return size == 0 ? null : leaves[size - 1];
    }

    boolean contains(NodeId node) {
        return placeOf(node) >= 0;
    }

    boolean wants(Handle node) {
        return !contains(node.node()) && (!isFull() || isWithinReach(node));
    }

    private boolean isWithinReach(Handle node) {
        Key to = node.key();
        return reach != null && (clockwise ? origin.isClockwiseLess(to, reach) : to.isClockwiseLess(origin, reach));
    }

    private void measureReach() {
        Handle farthest = farthest();
        reach = farthest == null ? null : wayTo(farthest.key());
    }

    /** Takes in one that is wanted; says who had to make room for it. */
    @Nullable
    Handle add(Handle node) {
        Handle out = isFull() ? leaves[size - 1] : null;
        int place = isFull() ? size - 1 : size++;
        while (place > 0 && isNearer(node, at(place - 1))) {
            leaves[place] = leaves[place - 1];
            nodes[place] = nodes[place - 1];
            place--;
        }
        leaves[place] = node;
        nodes[place] = node.node().index();
        measureReach();
        return out;
    }

    boolean remove(NodeId node) {
        int place = placeOf(node);
        if (place < 0) {
            return false;
        }
        size--;
        System.arraycopy(leaves, place + 1, leaves, place, size - place);
        System.arraycopy(nodes, place + 1, nodes, place, size - place);
        leaves[size] = null;
        measureReach();
        return true;
    }

    void clear() {
        while (size > 0) {
            leaves[--size] = null;
        }
        measureReach();
    }

    private boolean isNearer(Handle one, Handle other) {
        return wayTo(one.key()).compareTo(wayTo(other.key())) < 0;
    }

    private int placeOf(NodeId node) {
        int index = node.index();
        for (int place = 0; place < size; place++) {
            if (nodes[place] == index) {
                return place;
            }
        }
        return -1;
    }

    void describeTo(String name, StateWriter writer) {
        for (int place = 0; place < size; place++) {
            writer.node(name, at(place).node());
        }
    }
}
