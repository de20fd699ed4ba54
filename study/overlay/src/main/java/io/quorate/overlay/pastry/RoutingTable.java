// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.pastry;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Row r has nodes whose keys begin with the same r digits as that of the table's owner and then go on differently, one for each
 * digit. Rows are made when needed: in a ring of N nodes only about log N of them are.
 */
final class RoutingTable {
    private static final Handle[] NO_ROW = {};

    private final Key owner;
    private final int bits;
    private @Nullable Handle[][] rows = {};
    private int size;

    RoutingTable(Key owner, int bits) {
        this.owner = owner;
        this.bits = bits;
    }

    RoutingTable(RoutingTable other) {
        owner = other.owner;
        bits = other.bits;
        rows = other.rows.clone();
        for (int row = 0; row < rows.length; row++) {
            rows[row] = rows[row].clone();
        }
        size = other.size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int rowCount() {
        return rows.length;
    }

    int rowOf(Key key) {
        return owner.commonDigits(key, bits);
    }

    /** How many slots there are, in all rows. */
    int slots() {
        return rows.length << bits;
    }

    @Nullable
    Handle atSlot(int slot) {
        @Nullable Handle[] row = rows[slot >> bits];
        return row.length == 0 ? null : row[slot & ((1 << bits) - 1)];
    }

    /** The node that shares one digit more with the key than the owner does; null if none is known. */
    @Nullable
    Handle towards(Key key) {
        int row = rowOf(key);
        return row >= rows.length || rows[row].length == 0 ? null : rows[row][key.digit(row, bits)];
    }

    boolean wants(Handle node) {
        return !owner.equals(node.key()) && towards(node.key()) == null;
    }

    /** Takes in one that is wanted. */
    void add(Handle node) {
        int row = rowOf(node.key());
        if (row >= rows.length) {
            int before = rows.length;
            rows = Arrays.copyOf(rows, row + 1);
            Arrays.fill(rows, before, rows.length, NO_ROW);
        }
        if (rows[row].length == 0) {
            rows[row] = new Handle[1 << bits];
        }
        rows[row][node.key().digit(row, bits)] = node;
        size++;
    }

    /** Removes the node; says from which row, or -1 if it was not there. */
    int remove(NodeId node) {
        for (int row = 0; row < rows.length; row++) {
            for (int digit = 0; digit < rows[row].length; digit++) {
                Handle entry = rows[row][digit];
                if (entry != null && entry.node().equals(node)) {
                    rows[row][digit] = null;
                    size--;
                    return row;
                }
            }
        }
        return -1;
    }

    void clear() {
        rows = new Handle[0][];
        size = 0;
    }

    /** The nodes of these rows, both included. */
    List<Handle> entries(int fromRow, int toRow) {
        List<Handle> entries = new ArrayList<>(size);
        for (int row = fromRow; row <= Math.min(toRow, rows.length - 1); row++) {
            for (Handle entry : rows[row]) {
                if (entry != null) {
                    entries.add(entry);
                }
            }
        }
        return entries;
    }

    List<Handle> entries() {
        return entries(0, rows.length - 1);
    }
}
