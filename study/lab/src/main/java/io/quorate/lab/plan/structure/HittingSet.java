// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.lab.plan.measure.Resilience;
import java.util.Arrays;

/**
 * The fewest nodes whose failure ends every quorum of a list: a smallest set that meets them all. Searched one size after
 * another, so that what was refuted so far is a proven bound when the search is broken off.
 */
public final class HittingSet {
    /** How many quorums the search looks at. */
    private static final long LOOKS_MAX = 6_000_000;

    private final QuorumList list;
    private final int[][] placesOf;
    private final int[] hits;
    private final int[] barred;
    private final int largestDegree;
    private int open;
    private long looks;

    private HittingSet(QuorumList list) {
        this.list = list;
        this.placesOf = list.placesOf();
        this.largestDegree = Arrays.stream(list.degrees()).max().orElseThrow();
        this.hits = new int[list.count()];
        this.barred = new int[list.voters()];
        this.open = list.count();
    }

    public static Resilience resilience(QuorumList list) {
        HittingSet search = new HittingSet(list);
        int least = search.needed();
        int smallest = list.smallest(); // a quorum meets all others, so its failure ends all
        int atMost = least < smallest ? Math.min(smallest, search.greedy()) : smallest;
        while (least < atMost && !search.exists(least)) {
            if (search.looks > LOOKS_MAX) {
                return Resilience.between(least - 1, atMost - 1);
            }
            least++;
        }
        return Resilience.exactly(least - 1);
    }

    /** No node meets more quorums than the largest degree: a lower bound for the number of further nodes. */
    private int needed() {
        return (open + largestDegree - 1) / largestDegree;
    }

    /** Whether this number of further nodes can meet the quorums that are left; also false when aborted. */
    private boolean exists(int nodes) {
        if (open == 0) {
            return true;
        }
        if (nodes < needed() || looks > LOOKS_MAX) {
            return false;
        }
        int[] quorum = list.quorums()[hardest()];
        int tried = 0;
        boolean found = false;
        while (tried < quorum.length && !found) {
            int member = quorum[tried++];
            if (barred[member] == 0) {
                hit(member, 1);
                found = exists(nodes - 1);
                hit(member, -1);
            }
            barred[member]++; // sets with this one were all tried: the other branches leave it out
        }
        for (int place = 0; place < tried; place++) {
            barred[quorum[place]]--;
        }
        return found;
    }

    /** A quorum that is not met yet, one of the smallest: the fewest branches. */
    private int hardest() {
        int hardest = -1;
        for (int place = 0; place < hits.length; place++) {
            if (hits[place] == 0 && (hardest < 0 || list.quorums()[place].length < list.quorums()[hardest].length)) {
                hardest = place;
            }
        }
        looks += hits.length;
        return hardest;
    }

    private void hit(int node, int change) {
        for (int place : placesOf[node]) {
            int before = hits[place];
            hits[place] += change;
            if (before == 0) {
                open--;
            } else if (hits[place] == 0) {
                open++;
            }
        }
        looks += placesOf[node].length;
    }

    /** Takes the node that meets most of what is left, again and again: not the fewest, but an upper bound. */
    private int greedy() {
        int[] taken = new int[list.smallest()];
        int count = 0;
        while (open > 0 && count < taken.length) {
            int best = 0;
            int most = -1;
            for (int node = 0; node < placesOf.length; node++) {
                int met = 0;
                for (int place : placesOf[node]) {
                    met += hits[place] == 0 ? 1 : 0;
                }
                if (met > most) {
                    most = met;
                    best = node;
                }
            }
            hit(best, 1);
            taken[count++] = best;
        }
        int size = open == 0 ? count : Integer.MAX_VALUE;
        for (int place = 0; place < count; place++) {
            hit(taken[place], -1);
        }
        return size;
    }
}
