// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Maekawa's paper: the sets of section 3 by brute force, the messages of section 8.1 by formula. */
final class MaekawaOracle {
    private MaekawaOracle() {}

    /** Properties (a) to (d) of sets as bit masks, S_i at place i; a letter for each that they have. */
    static String properties(List<Integer> sets) {
        int nodes = sets.size();
        boolean meet = true;
        boolean own = true;
        int[] in = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            own &= (sets.get(i) >> i & 1) == 1;
            for (int j = 0; j < nodes; j++) {
                meet &= (sets.get(i) & sets.get(j)) != 0;
                in[j] += sets.get(i) >> j & 1;
            }
        }
        boolean sameSize = sets.stream().map(Integer::bitCount).distinct().count() == 1;
        boolean sameWork = Arrays.stream(in).distinct().count() == 1;
        return (meet ? "a" : "") + (own ? "b" : "") + (sameSize ? "c" : "") + (sameWork ? "d" : "");
    }

    /** The least K for which there are N sets with properties (a) to (d); all choices are tried. */
    static int leastMembers(int nodes) {
        for (int members = 1; members <= nodes; members++) {
            if (canChoose(nodes, members, new ArrayList<>(), new int[nodes])) {
                return members;
            }
        }
        throw new IllegalStateException("the set of all nodes has all four properties");
    }

    private static boolean canChoose(int nodes, int members, List<Integer> chosen, int[] in) {
        int node = chosen.size();
        if (node == nodes) {
            return Arrays.stream(in).allMatch(count -> count == members);
        }
        for (int set = 1; set < 1 << nodes; set++) {
            int candidate = set;
            if (Integer.bitCount(set) == members
                    && (set >> node & 1) == 1
                    && chosen.stream().allMatch(other -> (other & candidate) != 0)) {
                chosen.add(set);
                boolean fits = true;
                for (int each = 0; each < nodes; each++) {
                    in[each] += set >> each & 1;
                    fits &= in[each] <= members;
                }
                if (fits && canChoose(nodes, members, chosen, in)) {
                    return true;
                }
                chosen.remove(chosen.size() - 1);
                for (int each = 0; each < nodes; each++) {
                    in[each] -= set >> each & 1;
                }
            }
        }
        return false;
    }

    /** Section 3: K from N = K(K-1)+1. */
    static int membersOfAPlane(int nodes) {
        int members = 1;
        while (members * (members - 1) + 1 < nodes) {
            members++;
        }
        return members;
    }

    /** Section 8.1: (K-1) each of REQUEST, LOCKED and RELEASE, on average over the sets; nothing for the own set. */
    static double messagesAlone(List<Integer> sets) {
        return sets.stream()
                .mapToInt(set -> 3 * (Integer.bitCount(set) - 1))
                .average()
                .orElseThrow();
    }
}
