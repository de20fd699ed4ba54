// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Voters;
import java.util.Optional;

/**
 * A row and a column of a grid (Maekawa's paper, section 7, method 2): every row meets every column. The grid is as wide as
 * the square root of the number of voters, rounded up; what the last row lacks is taken over by the first node of that
 * column, as the paper completes "any fractional row".
 */
public record Grid(int size) implements QuorumSystem {
    public Grid {
        Voters.requireAny(size);
    }

    @Override
    public String name() {
        return "grid";
    }

    /** The number of columns. */
    public int width() {
        int width = (int) Math.sqrt(size);
        return width * width == size ? width : width + 1;
    }

    /** The number of rows. */
    public int height() {
        return (size + width() - 1) / width();
    }

    /** The node in a cell of the grid; some stand in for missing cells of the last row too. */
    private int cell(int row, int column) {
        int node = row * width() + column;
        return node < size ? node : column;
    }

    /** The row and the column that pass through the requester. */
    @Override
    public NodeSet quorumOf(NodeId requester) {
        return quorum(rowOf(requester), columnOf(requester));
    }

    private int rowOf(NodeId requester) {
        return requester.index() % size / width();
    }

    private int columnOf(NodeId requester) {
        if (height() == 2 && size < 2 * width()) {
            // The last column is one node that both rows contain: with any other column a quorum would be larger than
            // needed.
            return width() - 1;
        }
        return requester.index() % size % width();
    }

    /** A row and a column together: a quorum, if not always one of which everybody is needed. */
    public NodeSet quorum(int row, int column) {
        NodeSet.Builder quorum = new NodeSet.Builder();
        for (int along = 0; along < width(); along++) {
            quorum.add(cell(row, along));
        }
        for (int down = 0; down < height(); down++) {
            quorum.add(cell(down, column));
        }
        return quorum.build();
    }

    /** The requester's own row and column where they are free, else those that follow next. */
    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        int row = findRow(suspected, false, rowOf(requester));
        int column = findColumn(suspected, false, columnOf(requester));
        return row < 0 || column < 0 ? Optional.empty() : Optional.of(quorum(row, column));
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return findRow(nodes, true, 0) >= 0 && findColumn(nodes, true, 0) >= 0;
    }

    /** The first row from this one on, in a circle, that is wholly inside or outside of these nodes; -1 if there is none. */
    private int findRow(NodeSet nodes, boolean inside, int from) {
        for (int step = 0; step < height(); step++) {
            int row = (from + step) % height();
            int along = 0;
            while (along < width() && nodes.contains(cell(row, along)) == inside) {
                along++;
            }
            if (along == width()) {
                return row;
            }
        }
        return -1;
    }

    private int findColumn(NodeSet nodes, boolean inside, int from) {
        for (int step = 0; step < width(); step++) {
            int column = (from + step) % width();
            int down = 0;
            while (down < height() && nodes.contains(cell(down, column)) == inside) {
                down++;
            }
            if (down == height()) {
                return column;
            }
        }
        return -1;
    }
}
