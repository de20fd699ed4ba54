// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.raymond.Raymond;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The systems that Raymond's algorithm is explored in. {@code 3x1} are three nodes that ask once each, in the binary tree unless
 * the name says {@code star}; messages may overtake each other in all but those called {@code fifo}.
 */
final class RaymondChecks {
    private RaymondChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("2x2", tree(2), Limits.contenders(2, 2)),
                system("3x1", tree(3), Limits.contenders(3, 1)),
                system("3x1-abandon", tree(3), Limits.contenders(3, 1).withAbandon()),
                system("4x1", tree(4), Limits.contenders(4, 1)));
    }

    /** The first asks once, and may be passed by each of the others once. */
    static CheckSystem order() {
        Setup watched = tree(3).watching(Passing.byArrival(2));
        Limits limits = Limits.of(List.of(
                List.of(Wish.EXCLUSIVE),
                Collections.nCopies(3, Wish.EXCLUSIVE),
                Collections.nCopies(3, Wish.EXCLUSIVE)));
        return system("3-order", watched, limits);
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.addAll(List.of(
                system("fifo-3x2", tree(3).over(Network.FIFO), Limits.contenders(3, 2)),
                system("3x2", tree(3), Limits.contenders(3, 2)),
                system("3x2-abandon", tree(3), Limits.contenders(3, 2).withAbandon()),
                system("4x1-abandon", tree(4), Limits.contenders(4, 1).withAbandon()),
                system("5x1-abandon", tree(5), Limits.contenders(5, 1).withAbandon()),
                system("star-5x1", star(5), Limits.contenders(5, 1)),
                system("7-leaves-4x1", tree(7), leaves(3, 4, 1)),
                system("by-name-two-locks", tree(3).placedByName(), twoLocks())));
        return systems;
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                system("4x2-abandon", tree(4), Limits.contenders(4, 2).withAbandon()),
                system("5x2", tree(5), Limits.contenders(5, 2)),
                system("7-leaves-4x2-abandon", tree(7), leaves(3, 4, 2).withAbandon()));
    }

    /** First a number of nodes that ask for nothing, then a number that ask, each this often. */
    private static Limits leaves(int silent, int contenders, int times) {
        List<List<Wish>> wishes = new ArrayList<>(Collections.nCopies(silent, List.of()));
        wishes.addAll(Collections.nCopies(contenders, Collections.nCopies(times, Wish.EXCLUSIVE)));
        return Limits.of(wishes);
    }

    /** Each node asks for one lock after the other, not all in the same order. */
    static Limits twoLocks() {
        Wish other = CheckSystem.OTHER_LOCK;
        return Limits.of(List.of(
                List.of(Wish.EXCLUSIVE, other), List.of(other, Wish.EXCLUSIVE), List.of(Wish.EXCLUSIVE, other)));
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem("raymond-" + name, setup, limits);
    }

    private static Setup tree(int nodes) {
        return Setup.usual(new Raymond(), nodes).over(Network.UNORDERED);
    }

    private static Setup star(int nodes) {
        return Setup.of(new Raymond(), new Tree(nodes, nodes - 1), nodes).over(Network.UNORDERED);
    }
}
