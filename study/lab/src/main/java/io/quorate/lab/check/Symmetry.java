// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.lab.world.step.NotAlikeException;
import io.quorate.lab.world.step.Renaming;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes that are alike: if they swap their names in every state, nothing else changes. Then states that differ only in these names are
 * looked at once.
 *
 * <p><b>What has to be shown.</b> (1) A turn under other names leads to the same under these names. (2) So do the first
 * states, what is possible in a state, and the properties. Nothing of that is believed: (1) is compared at <em>every turn</em> that the search makes, for
 * each renaming, on the objects of production: each turn is made twice, and what is sent is compared frame by frame. No codec and no state is
 * read for that: what a frame becomes under other names is the frame that the renamed turn sends in its place. Where the two differ, the nodes are
 * not alike, and the search begins again without that. (2) holds for nodes with equal wishes and limits, since
 * whatever lists possibilities and properties looks at all nodes in the same way; {@code SymmetryTest} compares both in the states of systems. <b>Why it is enough:</b>
 * a renaming then is an automorphism of the graph of states, so of two states that it maps to each other either both lead to a
 * violation, by runs of the same length, or none.
 *
 * <p>Where stamps decide by the number of a node which of two requests goes first, nodes that ask are not alike. So most of what is found are
 * voters that are always asked together, and nodes that ask in protocols that serve by arrival.
 */
final class Symmetry {
    /** No nodes are alike. */
    static final Symmetry NONE = new Symmetry(List.of(), List.of());

    /** The number of states that a trial visits to find nodes that are not alike. Where it finds too little, the search itself does. */
    private static final int TRIAL_STATES = 2_000;

    private static final int RENAMINGS_MAX = 24;
    private static final int VOTERS_MAX = 12;

    private final List<NodeSet> alike;
    private final List<Renaming> renamings;

    private Symmetry(List<NodeSet> alike, List<Renaming> renamings) {
        this.alike = alike;
        this.renamings = renamings;
    }

    /** The nodes of the system that seem to be alike. */
    static Symmetry of(CheckSystem system) {
        if (!isPossible(system)) {
            return NONE;
        }
        List<NodeSet> groups = new ArrayList<>();
        NodeSet placed = NodeSet.EMPTY;
        int product = 1;
        for (int one = 0; one < system.setup().nodes(); one++) {
            NodeSet group = NodeSet.of(NodeId.of(one));
            for (int other = one + 1; other < system.setup().nodes() && !placed.contains(one); other++) {
                boolean fits = product * (group.size() + 1) <= RENAMINGS_MAX;
                if (fits && !placed.contains(other) && mayBeAlike(system, one, other) && areAlike(system, one, other)) {
                    product *= group.size() + 1;
                    group = group.with(NodeId.of(other));
                }
            }
            if (group.size() > 1) {
                groups.add(group);
                placed = placed.union(group);
            }
        }
        return groups.isEmpty()
                ? NONE
                : new Symmetry(
                        List.copyOf(groups), renamings(groups, system.setup().nodes()));
    }

    /** The nodes of each set are alike. */
    List<NodeSet> alike() {
        return alike;
    }

    /** All other namings. */
    List<Renaming> renamings() {
        return renamings;
    }

    private static boolean isPossible(CheckSystem system) {
        Setup setup = system.setup();
        boolean isCompared = system.limits().wishes().stream()
                .flatMap(List::stream)
                .anyMatch(wish -> wish.now() || system.limits().claimsAtOnce() > 1);
        return setup.network() != Network.SEQUENCED
                && !setup.isPassingWatched()
                && !setup.isBounded()
                && !setup.trueTime()
                && !setup.hasRosters()
                && !setup.hasOverlay()
                && setup.spareVotes() == 0
                && !isCompared;
    }

    private static boolean mayBeAlike(CheckSystem system, int one, int other) {
        Limits limits = system.limits();
        return wishes(limits, one).equals(wishes(limits, other))
                && system.setup().isVoter(one) == system.setup().isVoter(other)
                && limits.mortal().contains(one) == limits.mortal().contains(other)
                && limits.distrustful().contains(one) == limits.distrustful().contains(other)
                && limits.wishes().stream()
                        .flatMap(List::stream)
                        .map(Wish::lock)
                        .distinct()
                        .allMatch(lock -> areAlike(system.setup().placement().of(lock), one, other));
    }

    /** Whether the same sets of voters decide when the two have each other's names. */
    private static boolean areAlike(QuorumSystem quorums, int one, int other) {
        if (quorums.size() > VOTERS_MAX) {
            return false;
        }
        Renaming swapped = swap(quorums.size(), one, other);
        for (long bits = 0; bits < 1L << quorums.size(); bits++) {
            NodeSet voters = NodeSet.ofBits(bits);
            if (one < quorums.size() && quorums.isQuorum(voters) != quorums.isQuorum(swapped.of(voters))) {
                return false;
            }
        }
        return true;
    }

    private static Renaming swap(int nodes, int one, int other) {
        int[] names = identity(nodes);
        if (one < nodes && other < nodes) {
            names[one] = other;
            names[other] = one;
        }
        return new Renaming(names);
    }

    private static List<Wish> wishes(Limits limits, int index) {
        return index < limits.wishes().size() ? limits.wishesOf(index) : List.of();
    }

    private static boolean areAlike(CheckSystem system, int one, int other) {
        Symmetry swapped = new Symmetry(List.of(), List.of(swap(system.setup().nodes(), one, other)));
        try {
            new Search(system.within(TRIAL_STATES), List.of(), SleepSets.NONE, swapped, Progress.NONE).run();
            return true;
        } catch (NotAlikeException different) {
            return false;
        }
    }

    private static int[] identity(int nodes) {
        int[] names = new int[nodes];
        for (int index = 0; index < nodes; index++) {
            names[index] = index;
        }
        return names;
    }

    private static List<Renaming> renamings(List<NodeSet> groups, int nodes) {
        List<int[]> all = new ArrayList<>(List.of(identity(nodes)));
        for (NodeSet group : groups) {
            List<int[]> more = new ArrayList<>();
            all.forEach(names -> permute(names, group.next(0), group, more));
            all = more;
        }
        all.remove(0); // the names that they have
        return all.stream().map(Renaming::new).toList();
    }

    /** Adds the names with all orders of those of the group from this one on; the order that is there comes first. */
    private static void permute(int[] names, int from, NodeSet group, List<int[]> into) {
        if (from < 0) {
            into.add(names);
            return;
        }
        int rest = group.next(from + 1);
        for (int with = from; with >= 0; with = group.next(with + 1)) {
            int[] swapped = names.clone();
            swapped[from] = names[with];
            swapped[with] = names[from];
            permute(swapped, rest, group, into);
        }
    }
}
