// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Listed;
import io.quorate.core.quorum.Voters;
import io.quorate.core.quorum.systems.Grid;
import java.util.stream.IntStream;

/**
 * Maekawa's method 2 to the letter (section 7): node i asks the row and the column that pass through i, for every number of
 * nodes. {@link Grid} is the same system except for 3 and 5 nodes. There the last row has one missing cell, so its stand-in
 * is a whole column, a row contains that column, and the row alone is a quorum. {@code Grid} asks the row alone. The paper
 * asks the row and the node's own column: one more node that decides nothing.
 *
 * <p>It is found by its name only. No list of possible systems has it: it is never better than {@code Grid}.
 */
public final class GridAsPrinted implements Listed {
    /** Maximum number of voters: the list of all quorums then takes about 50 MB. */
    private static final int VOTERS_MAX = 32_768;

    private final Coterie coterie;

    /** The sets S_1 to S_N of a grid with this number of voters. */
    public GridAsPrinted(int size) {
        Voters.requireAny(size);
        if (size > VOTERS_MAX) {
            throw new IllegalArgumentException("grid-as-printed lists its quorums, for " + VOTERS_MAX
                    + " voters at most; for " + size + " take grid, which has the same quorums");
        }
        Grid grid = new Grid(size);
        int[][] quorums = IntStream.range(0, size)
                .mapToObj(node -> grid.quorum(node / grid.width(), node % grid.width()))
                .map(GridAsPrinted::members)
                .toArray(int[][]::new);
        this.coterie = new Coterie(size, quorums, IntStream.range(0, size).toArray());
    }

    private static int[] members(NodeSet quorum) {
        return IntStream.iterate(quorum.next(0), member -> member >= 0, member -> quorum.next(member + 1))
                .toArray();
    }

    @Override
    public String name() {
        return "grid-as-printed";
    }

    @Override
    public int size() {
        return coterie.count();
    }

    @Override
    public Coterie coterie() {
        return coterie;
    }
}
