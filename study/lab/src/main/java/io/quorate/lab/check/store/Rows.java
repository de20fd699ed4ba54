// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check.store;

import java.util.ArrayList;
import java.util.List;

/** Many rows of numbers, all of one length, in large blocks: no object for a row, no copying when it grows. */
public final class Rows {
    private static final int BLOCK_ROWS = 1 << 12;

    private final int rowLength;
    private final List<int[]> blocks = new ArrayList<>();
    private int count;

    public Rows(int rowLength) {
        this.rowLength = rowLength;
    }

    public int count() {
        return count;
    }

    public void add(int[] row) {
        int block = count / BLOCK_ROWS;
        if (block == blocks.size()) {
            blocks.add(new int[BLOCK_ROWS * rowLength]);
        }
        System.arraycopy(row, 0, blocks.get(block), (count % BLOCK_ROWS) * rowLength, rowLength);
        count++;
    }

    public void read(int index, int[] into) {
        System.arraycopy(blocks.get(index / BLOCK_ROWS), (index % BLOCK_ROWS) * rowLength, into, 0, rowLength);
    }

    /** Keeps its memory for the next rows. */
    public void clear() {
        count = 0;
    }
}
