// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Listed;
import io.quorate.core.quorum.Matching;
import io.quorate.core.quorum.Voters;

/**
 * The lines of a finite projective plane: the best quorums there are, of K = q+1 members among N = q(q+1)+1 voters
 * (Maekawa, section 3). Every two lines meet in exactly one node, every node is on exactly K lines, and each node asks a
 * line of its own that it is on.
 *
 * <p>There is a plane for every order q that is a power of a prime. Its points are the vectors of three coordinates from
 * the field with q elements, where multiples count as the same; so are its lines; a point is on a line if the products of
 * their coordinates add up to 0. The triangle counts as the plane of order 1, and the single point as that of order 0.
 */
public final class ProjectivePlane implements Listed {
    /** Memory and time grow with the third power of the order; at this one they are some 20 MB and a few tenths of a second. */
    private static final int ORDER_MAX = 128;

    /** How many voters the largest plane has. */
    public static final int VOTERS_MAX = points(ORDER_MAX);

    private final int order;
    private final Coterie coterie;

    public ProjectivePlane(int size) {
        Voters.requireAny(size);
        if (!fits(size)) {
            throw new IllegalArgumentException("a projective plane has q(q+1)+1 points for a prime power q; " + size
                    + " is not such a number, " + nearest(size) + whyNot(orderNear(size), size)
                    + ": use that number of nodes, or plane-on-subset or cyclic-cover, which need no such number");
        }
        this.order = largestOrderWithin(size);
        int[][] lines = lines(order);
        this.coterie = new Coterie(size, lines, Matching.of(lines, size));
    }

    private static String nearest(int size) {
        if (size > VOTERS_MAX) {
            return "the nearest is " + VOTERS_MAX + ", the largest there is here";
        }
        return "the nearest are " + points(largestOrderWithin(size)) + " and " + points(smallestOrderFor(size));
    }

    private static String whyNot(int order, int size) {
        if (points(order) != size || size > VOTERS_MAX) {
            return "";
        }
        return isRuledOut(order)
                ? " (there is no plane of order " + order + ")"
                : " (no plane of order " + order + " is known)";
    }

    /** The largest order whose plane has at most this number of points, whether or not the plane exists. */
    private static int orderNear(int size) {
        int order = (int) Math.sqrt(size);
        return points(order) > size ? order - 1 : order;
    }

    /**
     * Whether there can be no plane of this order: one that leaves 1 or 2 when divided by 4 must be the sum of two squares
     * (Bruck and Ryser). Other orders that are not powers of primes are open, except 10: a search showed that it has no plane.
     */
    public static boolean isRuledOut(int order) {
        if (order == 10) {
            return true;
        }
        for (int root = 0; root * root <= order; root++) {
            int other = (int) Math.sqrt(order - root * root);
            if (root * root + other * other == order) {
                return false;
            }
        }
        return order % 4 == 1 || order % 4 == 2;
    }

    /** Whether there is a plane with this number of points. */
    public static boolean fits(int voters) {
        return voters >= 1 && voters <= VOTERS_MAX && points(largestOrderWithin(voters)) == voters;
    }

    /** The order of the largest plane with at most this number of points. */
    public static int largestOrderWithin(int voters) {
        int order = Math.min(orderNear(voters), ORDER_MAX);
        while (!isOrder(order)) {
            order--;
        }
        return order;
    }

    /** The order of the smallest plane with at least this number of points. */
    public static int smallestOrderFor(int voters) {
        int order = orderNear(voters);
        while (!isOrder(order) || points(order) < voters) {
            order++;
        }
        return order;
    }

    /** Whether we can build a plane of this order. */
    public static boolean isOrder(int order) {
        return order == 0 || order == 1 || GaloisField.isPrimePower(order);
    }

    /** How many points, and lines, a plane of this order has. */
    public static int points(int order) {
        return order * (order + 1) + 1;
    }

    /**
     * The points on each line, in ascending order. Points and lines are numbered alike, and point i is on line j exactly when
     * point j is on line i.
     */
    public static int[][] lines(int order) {
        if (order == 0) {
            return new int[][] {{0}};
        }
        if (order == 1) {
            return new int[][] {{1, 2}, {0, 2}, {0, 1}};
        }
        GaloisField field = new GaloisField(order);
        int[][] lines = new int[points(order)][];
        lines[number(order, 0, 0, 1)] = line(field, 0, 0, 1);
        for (int z = 0; z < order; z++) {
            lines[number(order, 0, 1, z)] = line(field, 0, 1, z);
            for (int y = 0; y < order; y++) {
                lines[number(order, 1, y, z)] = line(field, 1, y, z);
            }
        }
        return lines;
    }

    /** The number of the vector among those whose first coordinate that is not 0 is 1: one of each that are multiples. */
    private static int number(int order, int x, int y, int z) {
        if (x == 1) {
            return (y + 1) * order + 1 + z;
        }
        return y == 1 ? 1 + z : 0;
    }

    /** The second coordinate of the point with this number. */
    public static int y(int point, int order) {
        if (point > order) {
            return (point - 1) / order - 1;
        }
        return point == 0 ? 0 : 1;
    }

    /** The third coordinate of the point with this number. */
    public static int z(int point, int order) {
        return point == 0 ? 1 : (point - 1) % order;
    }

    /** The points (x,y,z) with ax + by + cz = 0. */
    private static int[] line(GaloisField field, int a, int b, int c) {
        int order = field.order();
        int[] points = new int[order + 1];
        if (c != 0) { // z = dx + ey
            int d = field.negate(field.multiply(a, field.inverse(c)));
            int e = field.negate(field.multiply(b, field.inverse(c)));
            points[0] = number(order, 0, 1, e);
            for (int y = 0; y < order; y++) {
                points[y + 1] = number(order, 1, y, field.add(d, field.multiply(e, y)));
            }
        } else { // y = dx, or x = 0 if b is 0 too; and any z
            points[0] = number(order, 0, 0, 1);
            for (int z = 0; z < order; z++) {
                points[z + 1] = b == 0
                        ? number(order, 0, 1, z)
                        : number(order, 1, field.negate(field.multiply(a, field.inverse(b))), z);
            }
        }
        return points;
    }

    /** The number of members of each quorum less one: the q of which the number of voters is q(q+1)+1. */
    public int order() {
        return order;
    }

    @Override
    public String name() {
        return "plane";
    }

    @Override
    public int size() {
        return points(order);
    }

    @Override
    public Coterie coterie() {
        return coterie;
    }
}
