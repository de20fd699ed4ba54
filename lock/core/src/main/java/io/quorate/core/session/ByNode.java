// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something for each of some nodes, in their order. It is asked with every frame: hence numbers in a row, and no tree. */
final class ByNode<V> {
    private static final int FIRST_CAPACITY = 4;

    private int[] nodes = {};
    private @Nullable Object[] values = {};
    private int size;

    /** Where the last one was found: one frame asks several times for the same. */
    private int last;

    int size() {
        return size;
    }

    @Nullable
    V get(NodeId node) {
        int index = node.index();
        if (last < size && nodes[last] == index) {
            return at(last);
        }
        int place = Arrays.binarySearch(nodes, 0, size, index);
        if (place < 0) {
            return null;
        }
        last = place;
        return at(place);
    }

    @SuppressWarnings("unchecked") // only a V is ever put in
    V at(int place) {
        Object value = values[place];
        if (value == null) {
            throw new IndexOutOfBoundsException(place);
        }
        return (V) value;
    }

    /** Adds what was not there. */
    void add(NodeId node, V value) {
        if (size == nodes.length) {
            int capacity = Math.max(FIRST_CAPACITY, 2 * size);
            nodes = Arrays.copyOf(nodes, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        int place = -1 - Arrays.binarySearch(nodes, 0, size, node.index());
        System.arraycopy(nodes, place, nodes, place + 1, size - place);
        System.arraycopy(values, place, values, place + 1, size - place);
        nodes[place] = node.index();
        values[place] = value;
        size++;
    }

    void remove(NodeId node) {
        int place = Arrays.binarySearch(nodes, 0, size, node.index());
        if (place >= 0) {
            size--;
            System.arraycopy(nodes, place + 1, nodes, place, size - place);
            System.arraycopy(values, place + 1, values, place, size - place);
            values[size] = null;
        }
    }

    /** As it is now, whatever changes meanwhile. */
    List<V> toList() {
        List<V> all = new ArrayList<>(size);
        for (int place = 0; place < size; place++) {
            all.add(at(place));
        }
        return all;
    }
}
