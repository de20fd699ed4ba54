// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Voters;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Each voter has a number of votes, and more than half of all votes decide (Gifford 1979; Garcia-Molina and Barbara 1985).
 * Voters that seldom fail may have more votes; one without votes only asks.
 *
 * <p>Without weights everybody has one vote, and for an even number of voters the first has two: so there are no ties, and
 * half of the voters are enough if the first is among them.
 *
 * <p>A requester takes itself and those that follow it in the ring of voters. It is left out only where we find no quorum
 * that needs it, as beside a voter with more than half of the votes. To look at all combinations of votes would take too
 * long, so three orders are tried.
 *
 * <p>Votes belong to their voters, so a variant changes only where in the ring a requester begins to pick the others:
 * quorums of any two variants meet.
 */
public final class WeightedVoting implements QuorumSystem {
    private static final String NAME = "weighted";

    private final String name;
    private final long[] weights;
    private final long needed;

    /** The voters with the most votes first; those with equally many in their order. */
    private final int[] heaviestFirst;

    private final int turn;

    /** One vote for each, and a second one for the first if they are an even number. */
    public WeightedVoting(int size) {
        this(NAME, usual(size));
    }

    /** Gives each voter a number of votes. */
    public WeightedVoting(long... weights) {
        this(NAME + ":" + text(weights), weights.clone());
    }

    private WeightedVoting(String name, long[] weights) {
        Voters.requireAny(weights.length);
        this.name = name;
        this.weights = weights;
        this.needed = total(weights) / 2 + 1;
        this.heaviestFirst = IntStream.range(0, weights.length)
                .boxed()
                .sorted((one, other) -> Long.compare(weights[other], weights[one]))
                .mapToInt(voter -> voter)
                .toArray();
        this.turn = 0;
    }

    private WeightedVoting(WeightedVoting same, int turn) {
        this.name = same.name;
        this.weights = same.weights;
        this.needed = same.needed;
        this.heaviestFirst = same.heaviestFirst;
        this.turn = turn;
    }

    /** Reads weights as in {@code 3,1,1,1}, one for each voter; the usual ones if there are none. */
    public static WeightedVoting parse(String text, int size) {
        if (text.isEmpty()) {
            return new WeightedVoting(size);
        }
        // Possessive: else the matcher recurses for each voter, and thousands of them are too many for a thread.
        if (!text.matches("[0-9]{1,18}(,[0-9]{1,18})*+")) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" are no votes: write a whole number of at most 18 digits for"
                            + " each voter, as in weighted:3,1,1,1");
        }
        String[] votes = text.split(",");
        if (votes.length != size) {
            throw new IllegalArgumentException("there are " + size + " voters, but votes for " + votes.length + " in \""
                    + text + "\": give votes to each, 0 to those who only ask");
        }
        return new WeightedVoting(
                Arrays.stream(votes).mapToLong(Long::parseLong).toArray());
    }

    private static long[] usual(int size) {
        Voters.requireAny(size);
        long[] weights = new long[size];
        Arrays.fill(weights, 1);
        weights[0] = size % 2 == 0 ? 2 : 1;
        return weights;
    }

    private static String text(long[] weights) {
        return Arrays.stream(weights).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    private static long total(long[] weights) {
        long total = 0;
        for (long weight : weights) {
            if (weight < 0) {
                throw new IllegalArgumentException("a voter cannot have " + weight + " votes: give it 0 or more");
            }
            if (Long.MAX_VALUE - total < weight) {
                throw new IllegalArgumentException("all votes together are more than " + Long.MAX_VALUE
                        + ": only the ratios matter, so divide them");
            }
            total += weight;
        }
        if (total == 0) {
            throw new IllegalArgumentException("nobody has a vote: give at least one voter 1 or more");
        }
        return total;
    }

    /** How many votes a voter has. */
    public long votesOf(NodeId voter) {
        return weights[voter.index()];
    }

    /** The number of votes that decide. */
    public long votesNeeded() {
        return needed;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return weights.length;
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return quorumAvoiding(requester, NodeSet.EMPTY).orElseThrow();
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        int[] ring = ring(requester.index());
        int first = requester.index();
        if (first < size() && weights[first] > 0 && !suspected.contains(first)) {
            int[][] orders = {ring, heaviestFirst, reversed(heaviestFirst)};
            for (int[] order : orders) {
                NodeSet quorum = thatNeeds(first, order, suspected);
                if (quorum != null) {
                    return Optional.of(quorum);
                }
            }
        }
        return Optional.ofNullable(collect(new Collection(), ring, suspected));
    }

    /** All voters but the requester, from the one that follows it. */
    private int[] ring(int requester) {
        int size = size();
        int[] ring = new int[size];
        for (int step = 0; step < size; step++) {
            ring[step] = (int) (((long) requester + 1 + turn + step) % size);
        }
        return ring;
    }

    private static int[] reversed(int[] order) {
        int[] reversed = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            reversed[place] = order[order.length - 1 - place];
        }
        return reversed;
    }

    /** A quorum that is none without this voter, if one is found by taking others in this order. */
    private @Nullable NodeSet thatNeeds(int voter, int[] order, NodeSet suspected) {
        Collection collection = new Collection();
        collection.kept = voter;
        collection.add(voter);
        return collect(collection, order, suspected);
    }

    /** Adds voters in this order until there are enough votes, and takes out those that became too many; null if too few. */
    private @Nullable NodeSet collect(Collection collection, int[] order, NodeSet suspected) {
        for (int step = 0; step < order.length && collection.votes < needed; step++) {
            int voter = order[step];
            if (voter != collection.kept
                    && weights[voter] > 0
                    && !suspected.contains(voter)
                    && collection.keeps(voter)) {
                collection.add(voter);
            }
        }
        return collection.votes < needed ? null : collection.minimal();
    }

    /** Voters that are being collected for a quorum. */
    private final class Collection {
        private static final int NOBODY = -1;

        private final int[] members = new int[weights.length];
        private int count;
        private long votes;

        /** The voter that must stay needed. */
        private int kept = NOBODY;

        void add(int voter) {
            members[count++] = voter;
            votes += weights[voter];
        }

        /** Whether the one to keep is needed beside this voter too. */
        boolean keeps(int voter) {
            return kept == NOBODY || votes - weights[kept] + weights[voter] < needed;
        }

        /** The voters added last are checked first; a voter that was needed once stays needed as others are removed. */
        NodeSet minimal() {
            NodeSet.Builder quorum = new NodeSet.Builder();
            for (int rank = count - 1; rank >= 0; rank--) {
                int voter = members[rank];
                if (votes - weights[voter] >= needed) {
                    votes -= weights[voter];
                } else {
                    quorum.add(voter);
                }
            }
            return quorum.build();
        }
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        long votes = 0;
        for (int voter = nodes.next(0); voter >= 0 && voter < weights.length; voter = nodes.next(voter + 1)) {
            votes += weights[voter];
        }
        return votes >= needed;
    }

    @Override
    public int variants() {
        return weights.length;
    }

    @Override
    public QuorumSystem variant(int which) {
        return which == 0 ? this : new WeightedVoting(this, which);
    }
}
