// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.quorum.systems.Grid;
import java.util.Arrays;

/**
 * Proven bounds on how likely it is that no quorum is alive. They are far off for small systems, but in large ones they say what no number
 * of samples could.
 */
public final class FailureBound {
    /** The number of nodes around which quorums are searched. */
    private static final int CENTRES_MAX = 30;

    private FailureBound() {}

    /**
     * Quorums that have nothing in common but one node fail independently while that node is alive. Either one of some such
     * nodes is alive, and all quorums chosen around it have failed; or all these nodes are down.
     */
    public static double ofList(QuorumList list, double p) {
        int[][] placesOf = list.placesOf();
        double[] around = new double[Math.min(CENTRES_MAX, list.voters())];
        for (int place = 0; place < around.length; place++) {
            around[place] = (1 - p) * allFailAround(place * list.voters() / around.length, list, placesOf, p);
        }
        Arrays.sort(around);
        double best = 1;
        double sum = 0;
        for (int centres = 1; centres <= around.length; centres++) {
            sum += around[centres - 1];
            best = Math.min(best, sum + Math.pow(p, centres));
        }
        return best;
    }

    /** How likely it is that all of the quorums have failed that share this node only, as far as they are found one by one. */
    private static double allFailAround(int centre, QuorumList list, int[][] placesOf, double p) {
        boolean[] used = new boolean[list.voters()];
        double allFail = 1;
        for (int place : placesOf[centre]) {
            int[] quorum = list.quorums()[place];
            if (Arrays.stream(quorum).noneMatch(member -> used[member])) {
                allFail *= oneFails(quorum.length - 1, p);
                for (int member : quorum) {
                    used[member] = member != centre;
                }
            }
        }
        return allFail;
    }

    /** Either all rows have failed or all columns; the last row is left out if it shares nodes with the first. */
    public static double ofGrid(Grid grid, double p) {
        boolean full = grid.height() * grid.width() == grid.size();
        double noRow = Math.pow(oneFails(grid.width(), p), full ? grid.height() : grid.height() - 1);
        double noColumn = Math.pow(oneFails(grid.height(), p), grid.width());
        return Math.min(1, noRow + noColumn);
    }

    private static double oneFails(int nodes, double p) {
        return -Math.expm1(nodes * Math.log1p(-p));
    }
}
