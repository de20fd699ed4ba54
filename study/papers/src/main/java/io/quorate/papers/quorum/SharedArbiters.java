// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds arbiters that quorums share so that every two of them share one, and no arbiter serves more than a maximum. Each
 * arbiter lets its D quorums meet each other, so a quorum that is to meet y-1 others needs at least (y-1)/(D-1) arbiters.
 * That is reached by one arbiter for all (D = y), by one for each pair (D = 2), and by the points of a projective plane whose
 * lines are the quorums (D = q+1). For what lies between, several quorums are the same line, or lines are left out, or
 * arbiters are added one by one until every two quorums meet.
 */
final class SharedArbiters {
    /** To add arbiters one by one for more quorums takes too long. */
    private static final int SEARCHED_MAX = 200;

    private SharedArbiters() {}

    /** The load at which few arbiters are needed for a number of quorums: that of the smallest plane with this number of lines. */
    static int usualLoad(int quorums) {
        return Math.min(quorums, ProjectivePlane.smallestOrderFor(quorums) + 1);
    }

    /** How many arbiters each quorum needs at least. */
    static int leastFor(int quorums, int load) {
        return (quorums - 1 + load - 2) / (load - 1);
    }

    /**
     * For each arbiter the quorums that it serves, at least two and in ascending order; null if more arbiters would be needed
     * than there may be.
     */
    static int @Nullable [][] of(int quorums, int load, int arbitersMax) {
        int[][] best = null;
        for (int order = 0; order < load && best == null; order++) {
            best = ofPlane(order, quorums, load);
        }
        boolean fits = best != null && best.length <= arbitersMax;
        boolean isBest = best != null && members(best) == (long) quorums * leastFor(quorums, load);
        if (fits && isBest) {
            return best;
        }
        int[][] other = quorums <= SEARCHED_MAX ? searched(quorums, load) : null;
        if (other == null || other.length > arbitersMax) {
            return fits ? best : null;
        }
        return fits && best != null && members(best) <= members(other) ? best : other;
    }

    private static long members(int[][] arbiters) {
        return Arrays.stream(arbiters).mapToLong(served -> served.length).sum();
    }

    /** The points of a plane whose lines are the quorums, each line for some of them; null if a point is on too many. */
    private static int @Nullable [][] ofPlane(int order, int quorums, int load) {
        int points = ProjectivePlane.points(order);
        boolean tooMany = (order + 1L) * quorums > (long) load * points && points <= quorums; // on the average already
        if (tooMany || !ProjectivePlane.isOrder(order)) {
            return null;
        }
        int[][] lines = ProjectivePlane.lines(order);
        int[] chosen = new int[quorums];
        int full = quorums / points * points;
        for (int quorum = 0; quorum < full; quorum++) {
            chosen[quorum] = quorum % points;
        }
        int[] more = linesThatCostLeast(lines, quorums - full, full > 0);
        System.arraycopy(more, 0, chosen, full, more.length);
        int[][] sets = new int[quorums][];
        for (int quorum = 0; quorum < quorums; quorum++) {
            sets[quorum] = lines[chosen[quorum]];
        }
        int[][] arbiters = Arrays.stream(Coterie.places(points, sets))
                .filter(served -> served.length >= 2)
                .toArray(int[][]::new);
        boolean isBearable = Arrays.stream(arbiters).allMatch(served -> served.length <= load);
        return isBearable ? arbiters : null;
    }

    /**
     * A number of lines, each time the next one that costs least. If they come in addition to all lines, it is the one whose points are on
     * the fewest lines so far; otherwise the one that adds the fewest members to quorums.
     */
    private static int[] linesThatCostLeast(int[][] lines, int count, boolean isAddition) {
        int[] linesOn = new int[lines.length];
        boolean[] taken = new boolean[lines.length];
        int[] chosen = new int[count];
        for (int rank = 0; rank < count; rank++) {
            int best = -1;
            int bestCost = Integer.MAX_VALUE;
            for (int line = 0; line < lines.length; line++) {
                int cost = taken[line] ? Integer.MAX_VALUE : cost(lines[line], linesOn, isAddition);
                if (cost < bestCost) {
                    best = line;
                    bestCost = cost;
                }
            }
            chosen[rank] = best;
            taken[best] = true;
            for (int point : lines[best]) {
                linesOn[point]++;
            }
        }
        return chosen;
    }

    private static int cost(int[] line, int[] linesOn, boolean isAddition) {
        int members = 0;
        int most = 0;
        for (int point : line) {
            members += linesOn[point] == 1
                    ? 2
                    : linesOn[point] == 0 ? 0 : 1; // a quorum that was alone at a point becomes a member too
            most = Math.max(most, linesOn[point]);
        }
        return isAddition ? most : members;
    }

    /** One arbiter after the other: each for the first pair that shares none yet, and for those that gain most from it. */
    private static int[][] searched(int quorums, int load) {
        boolean[][] met = new boolean[quorums][quorums];
        List<int[]> arbiters = new ArrayList<>();
        for (int one = 0; one < quorums; one++) {
            for (int other = one + 1; other < quorums; other++) {
                if (!met[one][other]) {
                    arbiters.add(arbiterFor(one, other, load, met));
                }
            }
        }
        return arbiters.toArray(int[][]::new);
    }

    private static int[] arbiterFor(int one, int other, int load, boolean[][] met) {
        int[] served = new int[load];
        int[] gains = new int[met.length];
        int count = 0;
        for (int next = one; next >= 0 && count < load; next = count == 1 ? other : best(gains)) {
            for (int before = 0; before < count; before++) {
                met[next][served[before]] = true;
                met[served[before]][next] = true;
            }
            served[count++] = next;
            for (int quorum = 0; quorum < gains.length; quorum++) {
                gains[quorum] += met[next][quorum] ? 0 : 1;
            }
            for (int rank = 0; rank < count; rank++) {
                gains[served[rank]] = 0; // it is served already
            }
        }
        int[] sorted = Arrays.copyOf(served, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private static int best(int[] gains) {
        int best = -1;
        for (int quorum = 0; quorum < gains.length; quorum++) {
            if (gains[quorum] > (best < 0 ? 0 : gains[best])) {
                best = quorum;
            }
        }
        return best;
    }
}
