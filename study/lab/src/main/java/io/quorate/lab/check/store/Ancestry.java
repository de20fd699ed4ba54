// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check.store;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * How each state was found: from which state, and by which of its choices. A choice is kept as its place in the list of
 * that state's choices, which is the same whenever it is made.
 */
public final class Ancestry {
    private int[] parents = new int[1 << 12];
    private short[] places = new short[1 << 12];
    private int count;

    public int count() {
        return count;
    }

    public void add(int parent, int place) {
        if (place > Short.MAX_VALUE) {
            throw new IllegalStateException("a state with more than " + Short.MAX_VALUE + " choices: take fewer nodes");
        }
        if (count == parents.length) {
            int larger = (int) Math.min(Integer.MAX_VALUE - 8L, count * 2L);
            parents = Arrays.copyOf(parents, larger);
            places = Arrays.copyOf(places, larger);
        }
        parents[count] = parent;
        places[count] = (short) place;
        count++;
    }

    /** The places of the choices that lead from the first state, which has no parent, to this one. */
    public int[] pathTo(int state) {
        ArrayDeque<Integer> path = new ArrayDeque<>();
        for (int each = state; each > 0; each = parents[each]) {
            path.addFirst((int) places[each]);
        }
        return path.stream().mapToInt(Integer::intValue).toArray();
    }
}
