// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Arrays;
import java.util.Optional;

/**
 * Quorums listed one by one, with who asks which: what the listed constructions have in common. Kept as rows of indexes, so
 * that it takes memory for its members only, not for every pair of quorum and node. That every two quorums meet is up to
 * the construction.
 */
public final class Coterie {
    /** More variants than this spread nothing better. */
    private static final int TURNS_MAX = 10_000;

    private final int size;

    /** The members of each quorum, in ascending order. */
    private final int[][] quorums;

    /** See {@link #places}. */
    private final int[][] placesOf;

    /** For each node, the places of the quorums whose first member it is: so each quorum is found from one node only. */
    private final int[][] placesStartingAt;

    /** For each node, the place of the quorum that it asks. */
    private final int[] asked;

    private final int smallest;

    /**
     * A list of quorums over a number of voters.
     *
     * @param quorums the indexes of the members of each, in ascending order
     * @param asked for each voter the place in the list of the quorum that it asks
     */
    public Coterie(int size, int[][] quorums, int[] asked) {
        this.size = size;
        this.quorums = quorums;
        this.asked = asked;
        this.placesOf = places(size, quorums);
        this.placesStartingAt = places(
                size, Arrays.stream(quorums).map(each -> new int[] {each[0]}).toArray(int[][]::new));
        this.smallest =
                Arrays.stream(quorums).mapToInt(each -> each.length).min().orElseThrow();
    }

    /** For each voter, the places of the quorums that it is in. */
    public static int[][] places(int size, int[][] quorums) {
        int[] counts = new int[size];
        for (int[] quorum : quorums) {
            for (int member : quorum) {
                counts[member]++;
            }
        }
        int[][] places = new int[size][];
        for (int node = 0; node < size; node++) {
            places[node] = new int[counts[node]];
        }
        Arrays.fill(counts, 0);
        for (int place = 0; place < quorums.length; place++) {
            for (int member : quorums[place]) {
                places[member][counts[member]++] = place;
            }
        }
        return places;
    }

    private Coterie(Coterie same, int[] asked) {
        this.size = same.size;
        this.quorums = same.quorums;
        this.placesOf = same.placesOf;
        this.placesStartingAt = same.placesStartingAt;
        this.smallest = same.smallest;
        this.asked = asked;
    }

    /**
     * In how many variants each voter can take turns at the quorums that it is in, each of them equally often; if that takes
     * too many, only the voters that are in the most.
     */
    public int turns() {
        long all = 1;
        int most = 1;
        for (int[] places : placesOf) {
            int count = Math.max(1, places.length);
            most = Math.max(most, count);
            all = all > TURNS_MAX ? all : all / greatestCommonDivisor(all, count) * count;
        }
        return all > TURNS_MAX ? most : (int) all;
    }

    private static long greatestCommonDivisor(long one, long other) {
        return other == 0 ? one : greatestCommonDivisor(other, one % other);
    }

    /** The same quorums; each voter asks the one that comes this number of places after its usual one among those that it is in. */
    public Coterie turned(int turn) {
        int[] others = asked.clone();
        for (int voter = 0; voter < size; voter++) {
            int usual = Arrays.binarySearch(placesOf[voter], asked[voter]);
            others[voter] = usual < 0
                    ? (asked[voter] + turn) % quorums.length
                    : placesOf[voter][(usual + turn) % placesOf[voter].length];
        }
        return new Coterie(this, others);
    }

    /** How many quorums there are. */
    public int count() {
        return quorums.length;
    }

    /** How many members the smallest quorum has. */
    public int smallest() {
        return smallest;
    }

    /** The number of members of the quorum at this place of the list. */
    public int sizeAt(int place) {
        return quorums[place].length;
    }

    /** One of the members of the quorum at this place; they are in ascending order. */
    public int memberAt(int place, int rank) {
        return quorums[place][rank];
    }

    /** The quorum at this place of the list. */
    public NodeSet quorum(int place) {
        return NodeSet.ofIndexes(quorums[place]);
    }

    /** In how many quorums a voter is. */
    public int quorumsWith(int voter) {
        return placesOf[voter].length;
    }

    /** The place of the quorum that a node asks; those who are no voters take turns. */
    public int placeAskedBy(NodeId requester) {
        return requester.index() < size ? asked[requester.index()] : requester.index() % quorums.length;
    }

    NodeSet quorumOf(NodeId requester) {
        return quorum(placeAskedBy(requester));
    }

    /** The usual quorum if nobody in it is suspected, else one with the requester in it if there is one, else any. */
    Optional<NodeSet> avoiding(NodeId requester, NodeSet suspected) {
        int usual = placeAskedBy(requester);
        if (isFree(usual, suspected)) {
            return Optional.of(quorum(usual));
        }
        if (requester.index() < size) {
            for (int place : placesOf[requester.index()]) {
                if (isFree(place, suspected)) {
                    return Optional.of(quorum(place));
                }
            }
        }
        for (int step = 1; step < quorums.length; step++) {
            int place = (usual + step) % quorums.length; // each requester begins elsewhere, so that load stays spread
            if (isFree(place, suspected)) {
                return Optional.of(quorum(place));
            }
        }
        return Optional.empty();
    }

    private boolean isFree(int place, NodeSet suspected) {
        for (int member : quorums[place]) {
            if (suspected.contains(member)) {
                return false;
            }
        }
        return true;
    }

    /** Whether these nodes contain one of the quorums. */
    boolean isQuorum(NodeSet nodes) {
        if (nodes.size() < smallest) {
            return false;
        }
        for (int node = nodes.next(0); node >= 0 && node < size; node = nodes.next(node + 1)) {
            for (int place : placesStartingAt[node]) {
                if (isWithin(place, nodes)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isWithin(int place, NodeSet nodes) {
        for (int member : quorums[place]) {
            if (!nodes.contains(member)) {
                return false;
            }
        }
        return true;
    }
}
