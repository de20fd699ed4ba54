// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Listed;
import io.quorate.core.quorum.Matching;
import io.quorate.core.quorum.Voters;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The largest projective plane that fits: its points are the first nodes, the others are guests who vote on nothing and
 * ask its lines in turn, the next each time the one whose points are least busy. For numbers of voters between two planes nothing
 * needs fewer messages, but a guest is not in the quorum that it asks. With one or two nodes the plane is a single point:
 * the first node decides alone.
 */
public final class PlaneOnSubset implements Listed {
    private final int size;
    private final Coterie coterie;

    public PlaneOnSubset(int size) {
        Voters.requireAny(size);
        this.size = size;
        int[][] lines = ProjectivePlane.lines(ProjectivePlane.largestOrderWithin(size));
        int[] asked = Arrays.copyOf(Matching.of(lines, lines.length), size);
        seatGuests(lines, asked);
        this.coterie = new Coterie(size, lines, asked);
    }

    private static void seatGuests(int[][] lines, int[] asked) {
        LineLoads loads = new LineLoads(lines.length, lines);
        BitSet taken = new BitSet();
        for (int guest = lines.length; guest < asked.length; guest++) {
            if (guest >= 2 * lines.length) {
                asked[guest] = asked[guest - lines.length]; // every line has its guest: another round in the same order
                continue;
            }
            int idlest = taken.nextClearBit(0);
            for (int line = idlest; line < lines.length; line = taken.nextClearBit(line + 1)) {
                if (loads.busyness(line) < loads.busyness(idlest)) {
                    idlest = line;
                }
            }
            asked[guest] = idlest;
            taken.set(idlest);
            loads.change(idlest, 1);
        }
    }

    @Override
    public String name() {
        return "plane-on-subset";
    }

    @Override
    public int size() {
        return size;
    }

    /** How many nodes vote: the points of the plane. */
    public int points() {
        return coterie.count();
    }

    @Override
    public Coterie coterie() {
        return coterie;
    }
}
