// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.measure;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Maekawa's conditions on the sets S_i, tested.
 *
 * @param common how many nodes two of them have in common: property (a) if that is never 0
 * @param areOwnMembers whether every node is in its own set: property (b)
 * @param size how many members they have: property (c) if there is one number
 * @param memberships in how many of them a node is: property (d) if there is one number
 */
public record SetProperties(int nodes, Span common, boolean areOwnMembers, Span size, Span memberships, int total) {
    /** From the least to the most. */
    public record Span(int least, int most) {
        boolean isOne() {
            return least == most;
        }

        @Override
        public String toString() {
            return isOne() ? "" + least : least + " to " + most;
        }
    }

    /** Of the sets that the nodes ask. */
    public static SetProperties of(QuorumSystem system) {
        List<NodeSet> sets = sets(system);
        int[] memberships = new int[system.size()];
        int[] sizes = sets.stream().mapToInt(NodeSet::size).toArray();
        boolean areOwn = true;
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int node = 0; node < sets.size(); node++) {
            NodeSet set = sets.get(node);
            areOwn &= set.contains(node);
            for (int member = set.next(0); member >= 0; member = set.next(member + 1)) {
                memberships[member]++;
            }
            for (int other = 0; other < node; other++) {
                int common = set.intersection(sets.get(other)).size();
                least = Math.min(least, common);
                most = Math.max(most, common);
            }
        }
        return new SetProperties(
                system.size(),
                new Span(least, most),
                areOwn,
                span(sizes),
                span(memberships),
                Arrays.stream(sizes).sum());
    }

    /** The set that each node asks, in the order of the nodes. */
    public static List<NodeSet> sets(QuorumSystem system) {
        List<NodeSet> sets = new ArrayList<>();
        for (int node = 0; node < system.size(); node++) {
            sets.add(system.quorumOf(NodeId.of(node)));
        }
        return sets;
    }

    private static Span span(int[] values) {
        return new Span(
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow());
    }

    /** Whether it has all four. */
    public boolean areAll() {
        return common.least > 0 && areOwnMembers && size.isOne() && memberships.isOne();
    }

    /** Those that it has. */
    public String letters() {
        return (common.least > 0 ? "a" : "")
                + (areOwnMembers ? "b" : "")
                + (size.isOne() ? "c" : "")
                + (memberships.isOne() ? "d" : "");
    }

    /** Whether they are the lines of a plane with K members each: (a) to (d), N = K(K-1)+1, one node in common. */
    public boolean isPlane(int members) {
        return areAll()
                && size.least == members
                && memberships.least == members
                && nodes == members * (members - 1) + 1
                && common.equals(new Span(1, 1));
    }

    /** The numbers of the nodes, counted from one as the papers do, as in {@code {1, 2}}. */
    public static String text(NodeSet set) {
        return set.toString().replace("n", "").replace(",", ", ");
    }
}
