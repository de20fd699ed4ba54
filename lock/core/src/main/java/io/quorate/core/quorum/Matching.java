// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import java.util.Arrays;

/**
 * Gives to as many askers as possible one of the places that each would take, and no place twice (Hopcroft and Karp):
 * rounds of shortest detours through what others have, until there is no detour any more. In fields and loops, not by
 * recursion, since a detour can be as long as there are askers.
 */
public final class Matching {
    private static final int NONE = -1;

    private final int[][] wanted;

    /** For each asker its place, and for each place its asker. */
    private final int[] placeOf;

    private final int[] askerOf;

    /** For each asker, by how many exchanges those without a place reach it; and how many of its wishes were tried. */
    private final int[] distance;

    private final int[] tried;
    private final int[] queue;

    private Matching(int[][] wanted, int places) {
        this.wanted = wanted;
        this.placeOf = new int[wanted.length];
        this.askerOf = new int[places];
        this.distance = new int[wanted.length];
        this.tried = new int[wanted.length];
        this.queue = new int[wanted.length];
        Arrays.fill(placeOf, NONE);
        Arrays.fill(askerOf, NONE);
    }

    /**
     * The place of each asker, or -1 where there is none left for it.
     *
     * @param wanted for each asker the places that it would take, from 0 to {@code places - 1}
     */
    public static int[] of(int[][] wanted, int places) {
        Matching matching = new Matching(wanted, places);
        while (matching.measure()) {
            Arrays.fill(matching.tried, 0);
            for (int asker = 0; asker < wanted.length; asker++) {
                if (matching.placeOf[asker] == NONE) {
                    matching.seat(asker);
                }
            }
        }
        return matching.placeOf;
    }

    /** The same, but who finds no place of its own shares the first that it would take; who would take none takes turns. */
    public static int[] orShared(int[][] wanted, int places) {
        int[] given = of(wanted, places);
        for (int asker = 0; asker < given.length; asker++) {
            if (given[asker] == NONE) {
                given[asker] = wanted[asker].length > 0 ? wanted[asker][0] : asker % places;
            }
        }
        return given;
    }

    /** Measures all distances; whether a free place can be reached. */
    private boolean measure() {
        int head = 0;
        int tail = 0;
        for (int asker = 0; asker < wanted.length; asker++) {
            distance[asker] = placeOf[asker] == NONE ? 0 : NONE;
            if (distance[asker] == 0) {
                queue[tail++] = asker;
            }
        }
        boolean reached = false;
        while (head < tail) {
            int asker = queue[head++];
            for (int place : wanted[asker]) {
                int holder = askerOf[place];
                if (holder == NONE) {
                    reached = true;
                } else if (distance[holder] == NONE) {
                    distance[holder] = distance[asker] + 1;
                    queue[tail++] = holder;
                }
            }
        }
        return reached;
    }

    /** Walks from an asker to a free place; on arrival everybody on the way moves on to the place that it tried last. */
    private void seat(int first) {
        int depth = 0;
        queue[0] = first; // the way so far
        while (depth >= 0) {
            int asker = queue[depth];
            if (tried[asker] == wanted[asker].length) {
                depth--;
                continue;
            }
            int place = wanted[asker][tried[asker]++];
            int holder = askerOf[place];
            if (holder == NONE) {
                for (; depth >= 0; depth--) {
                    int mover = queue[depth];
                    placeOf[mover] = wanted[mover][tried[mover] - 1];
                    askerOf[placeOf[mover]] = mover;
                }
                return;
            }
            if (distance[holder] == distance[asker] + 1) {
                queue[++depth] = holder;
            }
        }
    }
}
