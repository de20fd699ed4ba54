// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.NodeSet;
import java.util.Arrays;
import java.util.List;

/**
 * Sets of voters that somebody has written down, to be looked over before locks rest on them. Every set is compared with
 * those only that it shares a node with, so a few hundred sets take no time worth mentioning.
 */
public final class Family {
    private final int size;

    /** The members of each set, in ascending order. */
    private final int[][] rows;

    /** The places of the sets that each voter is in. */
    private final int[][] placesOf;

    /**
     * These sets; refused if there are none, if one is empty or names somebody else than the voters, or if two do not meet.
     */
    public Family(int size, List<NodeSet> sets) {
        Voters.requireAny(size);
        if (sets.isEmpty()) {
            throw new IllegalArgumentException("list at least one quorum");
        }
        this.size = size;
        this.rows = new int[sets.size()][];
        for (int place = 0; place < rows.length; place++) {
            rows[place] = row(size, sets.get(place));
        }
        this.placesOf = Coterie.places(size, rows);
        requireEveryTwoToMeet(sets);
    }

    private static int[] row(int size, NodeSet set) {
        if (set.isEmpty()) {
            throw new IllegalArgumentException(
                    "a quorum needs at least one node, and one of the list has none: add one");
        }
        int[] row = new int[set.size()];
        int rank = 0;
        for (int index = set.next(0); index >= 0; index = set.next(index + 1)) {
            row[rank++] = index;
        }
        if (row[row.length - 1] >= size) {
            throw new IllegalArgumentException("the quorum " + set + " names a node outside the voters n1 to n" + size
                    + ": raise the number of voters, or take the node out");
        }
        return row;
    }

    private void requireEveryTwoToMeet(List<NodeSet> sets) {
        for (int place = 0; place < rows.length; place++) {
            int[] common = commonWith(place);
            for (int other = place + 1; other < rows.length; other++) {
                if (common[other] == 0) {
                    throw new IllegalArgumentException("the quorums " + sets.get(place) + " and " + sets.get(other)
                            + " have no node in common, so both could be granted at once: add a common node");
                }
            }
        }
    }

    /** How many members each set shares with the set at this place. */
    private int[] commonWith(int place) {
        int[] common = new int[rows.length];
        for (int member : rows[place]) {
            for (int other : placesOf[member]) {
                common[other]++;
            }
        }
        return common;
    }

    /** How many sets there are. */
    int count() {
        return rows.length;
    }

    /** Of the sets that a voter is in the one that is asked by the fewest so far; if it is in none, some set. */
    int leastAskedWith(int voter, int[] askers) {
        int chosen = placesOf[voter].length == 0 ? voter % rows.length : placesOf[voter][0];
        for (int place : placesOf[voter]) {
            chosen = askers[place] < askers[chosen] ? place : chosen;
        }
        return chosen;
    }

    /**
     * For each voter the place of a set that it is in, so that each set is asked by about equally many. Those who are in one
     * set only come first, as they have no choice; of the others each gets a set of its own as far as possible.
     */
    public int[] sharedOut() {
        int[] asked = new int[size];
        int[] askers = new int[rows.length];
        int[][] choices = new int[size][];
        for (int voter = 0; voter < size; voter++) {
            boolean free = placesOf[voter].length > 1;
            choices[voter] = free ? placesOf[voter] : new int[0];
            if (!free) {
                asked[voter] = leastAskedWith(voter, askers);
                askers[asked[voter]]++;
            }
        }
        int[] own = Matching.of(choices, rows.length);
        for (int voter = 0; voter < size; voter++) {
            if (choices[voter].length > 0) {
                asked[voter] = own[voter] >= 0 ? own[voter] : leastAskedWith(voter, askers);
                askers[asked[voter]]++;
            }
        }
        return asked;
    }

    /**
     * The quorums that these sets make. A set that contains another is none: the smaller one is enough. A voter of the larger one asks a
     * smaller one within it, with itself in it if there is one.
     *
     * @param asked for each voter the place of the set that it would ask
     */
    public Coterie coterie(int[] asked) {
        int[] ranks = new int[rows.length];
        int count = 0;
        for (int place = 0; place < rows.length; place++) {
            ranks[place] = isMinimal(place) ? count++ : -1;
        }
        int[][] quorums = new int[count][];
        for (int place = 0; place < rows.length; place++) {
            if (ranks[place] >= 0) {
                quorums[ranks[place]] = rows[place];
            }
        }
        int[] minimalAsked = new int[size];
        for (int voter = 0; voter < size; voter++) {
            minimalAsked[voter] = ranks[smallestWithin(asked[voter], voter, ranks)];
        }
        return new Coterie(size, quorums, minimalAsked);
    }

    /** Whether no other set is within this one; of equal sets the first counts. */
    private boolean isMinimal(int place) {
        int[] common = commonWith(place);
        for (int other = 0; other < rows.length; other++) {
            boolean within = common[other] == rows[other].length;
            if (within && (rows[other].length < rows[place].length || other < place)) {
                return false;
            }
        }
        return true;
    }

    private int smallestWithin(int place, int voter, int[] ranks) {
        if (ranks[place] >= 0) {
            return place;
        }
        int[] common = commonWith(place);
        int chosen = -1;
        for (int other = 0; other < rows.length; other++) {
            if (ranks[other] >= 0 && common[other] == rows[other].length) {
                if (Arrays.binarySearch(rows[other], voter) >= 0) {
                    return other;
                }
                chosen = chosen < 0 ? other : chosen;
            }
        }
        return chosen;
    }
}
