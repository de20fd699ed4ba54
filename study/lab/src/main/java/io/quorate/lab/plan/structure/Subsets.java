// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.structure;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.Dominance;
import io.quorate.lab.plan.measure.Load;
import io.quorate.lab.plan.measure.Resilience;
import io.quorate.lab.plan.measure.Unavailability;
import java.util.ArrayList;
import java.util.List;

/** All sets of the voters, with a bit for each that says whether it contains a quorum: everything can be counted. */
public final class Subsets implements Structure {
    /** Up to here the quorums of a list are filled in quickly. */
    private static final int LISTED_VOTERS_MAX = 24;

    /** Up to here the system is asked about each set. */
    private static final int ASKED_VOTERS_MAX = 16;

    /** Sets of the first six nodes fall into one word. */
    private static final int WORD_NODES = 6;

    /** For each of the first six nodes, the places in a word of the sets that contain it. */
    private static final long[] WITH = {
        0xAAAA_AAAA_AAAA_AAAAL,
        0xCCCC_CCCC_CCCC_CCCCL,
        0xF0F0_F0F0_F0F0_F0F0L,
        0xFF00_FF00_FF00_FF00L,
        0xFFFF_0000_FFFF_0000L,
        0xFFFF_FFFF_0000_0000L
    };

    /** For each number of nodes, the places in a word of the sets of this size among the first six. */
    private static final long[] OF_SIZE = new long[WORD_NODES + 1];

    static {
        for (int set = 0; set < Long.SIZE; set++) {
            OF_SIZE[Integer.bitCount(set)] |= 1L << set;
        }
    }

    private final int voters;
    private final long[] words;

    /** The number of sets of failed nodes of each size that leave no quorum. */
    private final long[] fatalSets;

    private Subsets(int voters, long[] words) {
        this.voters = voters;
        this.words = words;
        this.fatalSets = new long[voters + 1];
        for (int set = 0; set < 1 << voters; set += Long.SIZE) {
            countFatalSets(set);
        }
    }

    static boolean areFewEnough(QuorumSystem system, boolean listed) {
        return system.size() <= (listed ? LISTED_VOTERS_MAX : ASKED_VOTERS_MAX);
    }

    public static Subsets of(QuorumList list) {
        long[] words = emptyWords(list.voters());
        for (int[] quorum : list.quorums()) {
            int set = 0;
            for (int member : quorum) {
                set |= 1 << member;
            }
            words[set >>> WORD_NODES] |= 1L << set;
        }
        for (int node = 0; node < list.voters(); node++) {
            addAll(words, words, node);
        }
        return new Subsets(list.voters(), words);
    }

    /** Asks the system about each set. */
    public static Subsets of(QuorumSystem system) {
        long[] words = emptyWords(system.size());
        for (int set = 0; set < 1 << system.size(); set++) {
            if (system.isQuorum(NodeSet.ofBits(set))) {
                words[set >>> WORD_NODES] |= 1L << set;
            }
        }
        return new Subsets(system.size(), words);
    }

    private static long[] emptyWords(int voters) {
        return new long[1 << Math.max(0, voters - WORD_NODES)];
    }

    /** Adds to the target every set that comes from one of the source by adding this node. */
    private static void addAll(long[] source, long[] target, int node) {
        if (node < WORD_NODES) {
            for (int word = 0; word < source.length; word++) {
                target[word] |= (source[word] & ~WITH[node]) << (1 << node);
            }
            return;
        }
        int stride = 1 << (node - WORD_NODES);
        for (int word = 0; word < source.length; word++) {
            if ((word & stride) != 0) {
                target[word] |= source[word ^ stride];
            }
        }
    }

    private void countFatalSets(int firstSet) {
        long open = ~words[firstSet >>> WORD_NODES] & validPlaces();
        int failedElsewhere = voters - Integer.bitCount(firstSet);
        for (int alive = 0; alive <= Math.min(voters, WORD_NODES); alive++) {
            fatalSets[failedElsewhere - alive] += Long.bitCount(open & OF_SIZE[alive]);
        }
    }

    private long validPlaces() {
        return voters < WORD_NODES ? (1L << (1 << voters)) - 1 : -1L;
    }

    /** The quorums of which no member can be left out. */
    QuorumList minimalQuorums() {
        long[] larger = new long[words.length];
        for (int node = 0; node < voters; node++) {
            addAll(words, larger, node);
        }
        List<NodeSet> minimal = new ArrayList<>();
        for (int word = 0; word < words.length; word++) {
            for (long rest = words[word] & ~larger[word]; rest != 0; rest &= rest - 1) {
                minimal.add(NodeSet.ofBits(((long) word << WORD_NODES) + Long.numberOfTrailingZeros(rest)));
            }
        }
        return QuorumList.of(voters, minimal);
    }

    @Override
    public Load load() {
        return Packing.load(minimalQuorums());
    }

    @Override
    public Resilience resilience() {
        int fatal = 0;
        while (fatalSets[fatal] == 0) {
            fatal++;
        }
        return new Resilience(fatal - 1, fatal - 1, fatalSets[fatal]);
    }

    @Override
    public Unavailability unavailability(double p) {
        double probability = 0;
        for (int failed = 0; failed <= voters; failed++) {
            probability += fatalSets[failed] * Math.pow(p, failed) * Math.pow(1 - p, voters - failed);
        }
        return Unavailability.exactly(probability);
    }

    /** The complement of the set at a place is at the place counted from the end. */
    @Override
    public Dominance dominance() {
        int places = voters < WORD_NODES ? 1 << voters : Long.SIZE;
        for (int word = 0; word < words.length; word++) {
            long complements = Long.reverse(words[words.length - 1 - word]) >>> (Long.SIZE - places);
            if ((~(words[word] | complements) & validPlaces()) != 0) {
                return Dominance.DOMINATED;
            }
        }
        return Dominance.NON_DOMINATED;
    }
}
