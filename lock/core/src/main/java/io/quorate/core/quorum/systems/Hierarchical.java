// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Voters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Voters in groups, and groups in larger groups: a majority of the groups decides, and in each of them a majority
 * (Kumar 1991, hierarchical quorum consensus). Groups are made of consecutive voters, so a zone can be a group: then a whole
 * zone may fail, and most of the traffic stays in few zones. With three in each group quorums have about N to the power of
 * 0.63 members, fewer than a majority and with no voter that is more than others.
 *
 * <p>Written {@code 3x3} for the branches from the root down, whose product is the number of voters, or {@code 5,4,4} for
 * the sizes of the groups. Without either the voters are split in three nearly equal groups, these again, until a group has
 * at most seven: to split so few would not make quorums smaller.
 *
 * <p>A requester asks its own group first, then those that follow in the ring. Voters belong to their groups, so a variant
 * changes only which of the others a requester prefers: quorums of any two variants meet.
 */
public final class Hierarchical implements QuorumSystem {
    private static final String NAME = "hierarchical";
    private static final int BRANCHES = 3;
    private static final int UNDIVIDED_MAX = 7;

    private final String name;
    private final Group root;
    private final int turn;

    private Hierarchical(String name, Group root, int turn) {
        this.name = name;
        this.root = root;
        this.turn = turn;
    }

    /** Three nearly equal groups, again and again. */
    public Hierarchical(int size) {
        this(NAME, split(0, size), 0);
        Voters.requireAny(size);
    }

    /** Reads branches as in {@code 3x3} or sizes as in {@code 5,4,4}; the usual groups if there is nothing to read. */
    public static Hierarchical parse(String text, int size) {
        if (text.isEmpty()) {
            return new Hierarchical(size);
        }
        Voters.requireAny(size);
        // Possessive: else the matcher recurses for each number, and thousands of them are too many for a thread.
        boolean branches = text.matches("[1-9][0-9]{0,6}(x[1-9][0-9]{0,6})*+");
        if (!branches && !text.matches("[1-9][0-9]{0,6}(,[1-9][0-9]{0,6})*+")) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" are no groups: write the branches from the root down as in"
                            + " hierarchical:3x3, or the sizes of the groups as in hierarchical:5,4,4");
        }
        int[] numbers =
                Arrays.stream(text.split("[x,]")).mapToInt(Integer::parseInt).toArray();
        long covered = branches
                ? product(numbers)
                : Arrays.stream(numbers).asLongStream().sum();
        if (covered != size) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" makes groups for " + covered + " voters, but there are "
                            + size + ": write the sizes of groups that add up to " + size + ", as in hierarchical:"
                            + sizesFor(size) + ", or leave them out");
        }
        return new Hierarchical(
                NAME + ":" + text, branches ? evenly(thatDivide(numbers), 0, 0, size) : groups(numbers), 0);
    }

    /** A single branch is no choice; so a tree of groups is never deeper than its voters are many. */
    private static int[] thatDivide(int[] branches) {
        return Arrays.stream(branches).filter(count -> count > 1).toArray();
    }

    /** No more than is needed to see that it is too much. */
    private static long product(int[] numbers) {
        long product = 1;
        for (int number : numbers) {
            product = Math.min(product * number, Integer.MAX_VALUE);
        }
        return product;
    }

    private static String sizesFor(int size) {
        int groups = Math.min(BRANCHES, size);
        List<String> sizes = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            sizes.add(Integer.toString(size / groups + (group < size % groups ? 1 : 0)));
        }
        return String.join(",", sizes);
    }

    private static Group split(int from, int to) {
        int size = to - from;
        if (size <= UNDIVIDED_MAX) {
            return flat(from, to);
        }
        Group[] groups = new Group[BRANCHES];
        int begin = from;
        for (int group = 0; group < BRANCHES; group++) {
            int end = begin
                    + size / BRANCHES
                    + (group < size % BRANCHES ? 1 : 0); // the first ones take what is left over
            groups[group] = split(begin, end);
            begin = end;
        }
        return new Group(from, to, groups);
    }

    private static Group evenly(int[] branches, int level, int from, int to) {
        if (level == branches.length) {
            return new Group(from, to);
        }
        Group[] groups = new Group[branches[level]];
        int each = (to - from) / groups.length;
        for (int group = 0; group < groups.length; group++) {
            groups[group] = evenly(branches, level + 1, from + group * each, from + (group + 1) * each);
        }
        return new Group(from, to, groups);
    }

    private static Group groups(int[] sizes) {
        Group[] groups = new Group[sizes.length];
        int from = 0;
        for (int group = 0; group < sizes.length; group++) {
            groups[group] = flat(from, from + sizes[group]);
            from += sizes[group];
        }
        return new Group(0, from, groups);
    }

    private static Group flat(int from, int to) {
        return new Group(
                from,
                to,
                IntStream.range(from, to)
                        .mapToObj(voter -> new Group(voter, voter + 1))
                        .toArray(Group[]::new));
    }

    /** All voters, in their groups. */
    public Group root() {
        return root;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return root.to;
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return quorumAvoiding(requester, NodeSet.EMPTY).orElseThrow();
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        int[] quorum = new int[size()];
        int count = root.collect(requester.index(), turn, suspected, quorum, 0);
        return count < 0 ? Optional.empty() : Optional.of(NodeSet.ofIndexes(Arrays.copyOf(quorum, count)));
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return root.isWonBy(nodes);
    }

    @Override
    public int variants() {
        return size();
    }

    @Override
    public QuorumSystem variant(int which) {
        return which == 0 ? this : new Hierarchical(name, root, which);
    }

    /** The voters from an index up to another, in smaller groups; one voter alone has none. */
    public static final class Group {
        private static final int NONE = -1;

        private final int from;
        private final int to;
        private final Group[] groups;

        private Group(int from, int to, Group... groups) {
            this.from = from;
            this.to = to;
            this.groups = groups;
        }

        /** The index of its first voter. */
        public int from() {
            return from;
        }

        /** The index behind its last voter. */
        public int to() {
            return to;
        }

        /** The smaller groups that it consists of; a voter alone has none. */
        public List<Group> groups() {
            return List.of(groups);
        }

        /** How many of the smaller groups decide. */
        public int majority() {
            return groups.length / 2 + 1;
        }

        private boolean isWonBy(NodeSet nodes) {
            int first = nodes.next(from);
            if (first < 0 || first >= to || groups.length == 0) {
                return first == from && groups.length == 0;
            }
            int won = 0;
            for (int place = 0; place < groups.length && won < majority(); place++) {
                won += groups[place].isWonBy(nodes) ? 1 : 0;
            }
            return won == majority();
        }

        /** Adds a quorum of this group to those found so far; returns how many are found then, or that there is none. */
        private int collect(int requester, int turn, NodeSet suspected, int[] found, int count) {
            if (groups.length == 0) {
                found[count] = from;
                return suspected.contains(from) ? NONE : count + 1;
            }
            int own = placeOf(requester);
            int others = own == NONE ? groups.length : groups.length - 1;
            int begin = own == NONE ? requester + turn : turn; // a requester from another group begins elsewhere
            int total = count;
            int won = 0;
            for (int step = own == NONE ? 0 : -1; step < others && won < majority(); step++) {
                int place = step < 0 ? own : placeAfter(own, (begin + step) % Math.max(1, others));
                int more = groups[place].collect(requester, turn / groups.length, suspected, found, total);
                if (more != NONE) {
                    total = more;
                    won++;
                }
            }
            return won == majority() ? total : NONE;
        }

        /** The place at this distance after that of the own group; all count from 0 if there is no own one. */
        private int placeAfter(int own, int distance) {
            return own == NONE ? distance : (own + 1 + distance) % groups.length;
        }

        private int placeOf(int voter) {
            if (voter < from || voter >= to) {
                return NONE;
            }
            int low = 0;
            int high = groups.length - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (groups[middle].to <= voter) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
