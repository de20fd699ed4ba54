// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Listed;
import io.quorate.core.quorum.Matching;
import io.quorate.core.quorum.Voters;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A projective plane for any number of voters (Maekawa, section 7, method 1): the smallest plane that is large enough,
 * with the points that are too many deleted. One kept point replaces each deleted point.
 *
 * <p>A deleted point has one and the same stand-in on all of its lines, and no two have the same one. That is how we read
 * "replaced by a different number each time": with another stand-in on each line two lines that met in the deleted point
 * would no longer meet. With it every two lines still meet, in the stand-in at least. Exactly one line through a deleted
 * point becomes smaller: that through its stand-in. Lines that are too many are dropped, those of full size and with the
 * busiest points first; the small ones stay. So the sizes of N quorums from a plane of order q add up to N(q+1) less the
 * number of deleted points.
 *
 * <p>A stand-in is on nearly twice as many lines as others. Dropping a line takes one away from each of its points, so
 * deleted points and stand-ins are chosen from few lines, which then can be dropped: they are the points with the smallest
 * coordinates, the first deleted and the last its stand-in, and so on inwards.
 *
 * <p>No quorum contains another: from order 8 on so few points are deleted that two of the largest coordinates are left out
 * of all this; then each line keeps two points that neither stand in for others nor are deleted, and no other line has
 * both. The smaller planes are few enough to try.
 */
public final class DegeneratePlane implements Listed {
    private final int size;
    private final Coterie coterie;

    public DegeneratePlane(int size) {
        Voters.requireAny(size);
        if (!fits(size)) {
            throw new IllegalArgumentException("a degenerate plane has " + ProjectivePlane.VOTERS_MAX
                    + " voters at most, not " + size
                    + ": take a system that does not list its quorums, such as majority");
        }
        this.size = size;
        // Of two voters no plane is left that has both in it: they always ask each other.
        this.coterie = size == 2 ? new Coterie(2, new int[][] {{0, 1}}, new int[] {0, 0}) : degenerate(size);
    }

    /** Whether there is one for this number of voters. */
    public static boolean fits(int voters) {
        return voters >= 1 && voters <= ProjectivePlane.VOTERS_MAX;
    }

    private static Coterie degenerate(int size) {
        int order = ProjectivePlane.smallestOrderFor(size);
        int[][] quorums = replaced(size, ProjectivePlane.lines(order), voters(size, order));
        int[][] kept = withoutBusiest(size, quorums, order + 1);
        return new Coterie(size, kept, Matching.orShared(Coterie.places(size, kept), kept.length));
    }

    /** For each point the voter that it is, or that stands in for it. */
    private static int[] voters(int size, int order) {
        int points = ProjectivePlane.points(order);
        int deleted = points - size;
        int[] nearest = IntStream.range(0, points)
                .boxed()
                .sorted(Comparator.comparingInt(point -> farness(point, order)))
                .mapToInt(point -> point)
                .toArray();
        int[] standIn = IntStream.range(0, points).toArray();
        for (int place = 0; place < deleted; place++) {
            standIn[nearest[place]] = nearest[2 * deleted - 1 - place];
        }
        int[] voters = new int[points];
        int next = 0;
        for (int point = 0; point < points; point++) {
            voters[point] = standIn[point] == point ? next++ : -1;
        }
        return Arrays.stream(standIn).map(point -> voters[point]).toArray();
    }

    /** How large the last two coordinates of a point are: first the larger of them, then both. */
    private static int farness(int point, int order) {
        int y = ProjectivePlane.y(point, order);
        int z = ProjectivePlane.z(point, order);
        return Math.max(y, z) * 2 * order + y + z;
    }

    private static int[][] replaced(int size, int[][] lines, int[] voters) {
        int[][] quorums = new int[lines.length][];
        BitSet members = new BitSet(size);
        for (int line = 0; line < lines.length; line++) {
            members.clear();
            for (int point : lines[line]) {
                members.set(voters[point]);
            }
            quorums[line] = members.stream().toArray();
        }
        return quorums;
    }

    /** One quorum for each voter: those of full size with the busiest members are dropped, one by one. */
    private static int[][] withoutBusiest(int size, int[][] quorums, int fullSize) {
        LineLoads loads = new LineLoads(size, quorums);
        loads.useAll();
        BitSet dropped = new BitSet();
        for (int surplus = quorums.length - size; surplus > 0; surplus--) {
            int busiest = -1;
            for (int place = dropped.nextClearBit(0); place < quorums.length; place = dropped.nextClearBit(place + 1)) {
                boolean busier = busiest < 0 || loads.busyness(place) > loads.busyness(busiest);
                if (busier && quorums[place].length == fullSize) {
                    busiest = place;
                }
            }
            loads.change(busiest, -1);
            dropped.set(busiest);
        }
        return IntStream.range(0, quorums.length)
                .filter(place -> !dropped.get(place))
                .mapToObj(place -> quorums[place])
                .toArray(int[][]::new);
    }

    @Override
    public String name() {
        return "degenerate-plane";
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Coterie coterie() {
        return coterie;
    }
}
