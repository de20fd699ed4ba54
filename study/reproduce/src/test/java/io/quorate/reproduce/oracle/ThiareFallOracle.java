// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.util.ArrayList;
import java.util.List;

/** Thiare and Fall, section 5: families of quorums under conditions (i) to (iii), and what is left of them when only intersection nodes are asked. */
final class ThiareFallOracle {
    private ThiareFallOracle() {}

    /** All families of two or more sets of equal size that meet and leave nobody out, as bit masks. */
    static List<List<Integer>> families(int nodes) {
        List<List<Integer>> families = new ArrayList<>();
        for (int size = 1; size <= nodes; size++) {
            List<Integer> sets = new ArrayList<>();
            for (int set = 1; set < 1 << nodes; set++) {
                if (Integer.bitCount(set) == size) {
                    sets.add(set);
                }
            }
            for (long choice = 0; choice < 1L << sets.size(); choice++) {
                List<Integer> family = new ArrayList<>();
                int everybody = 0;
                for (int place = 0; place < sets.size(); place++) {
                    if ((choice >> place & 1) == 1) {
                        family.add(sets.get(place));
                        everybody |= sets.get(place);
                    }
                }
                if (family.size() >= 2 && everybody == (1 << nodes) - 1 && doMeet(family)) {
                    families.add(family);
                }
            }
        }
        return families;
    }

    static boolean doMeet(List<Integer> sets) {
        return sets.stream().allMatch(one -> sets.stream().allMatch(other -> (one & other) != 0));
    }

    /** The nodes that are in two quorums or more. */
    static int intersectionNodes(List<Integer> family) {
        int once = 0;
        int twice = 0;
        for (int set : family) {
            twice |= once & set;
            once |= set;
        }
        return twice;
    }

    /** What is asked instead of each quorum. */
    static List<Integer> restricted(List<Integer> family) {
        int intersection = intersectionNodes(family);
        return family.stream().map(set -> set & intersection).toList();
    }

    /** Section 7, the best case: REQUEST, LOCKED and RELEASE with each intersection node but oneself. */
    static int messagesAlone(int asked, int node) {
        return 3 * Integer.bitCount(asked & ~(1 << node));
    }
}
