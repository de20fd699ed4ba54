// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.maekawa;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The systems that Maekawa's algorithm is explored in. Names tell what they are, as for the quorum lock: {@code maekawa-4} are
 * its usual sets for four nodes, {@code maekawa-a2} are two nodes that others need both.
 */
final class MaekawaChecks {
    private static final Protocol<?> MAEKAWA = new Maekawa();

    private MaekawaChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("a1-2x1-abandon", arbiters(1, 2), asking(1, 2, 1).withAbandon()),
                system("3-3x1", usual(3), Limits.contenders(3, 1)),
                system("a1-2x1-half-reset", arbiters(1, 2), asking(1, 2, 1).withOneSidedResets(1)),
                system(
                        "a1-2+1-unordered-copy",
                        unordered(arbiters(1, 2)),
                        twoPlusOne().withDuplicates(1)),
                system("a2-2x1-unordered", unordered(arbiters(2, 2)), asking(2, 2, 1)),
                system("a2-2x1-reset", arbiters(2, 2), asking(2, 2, 1).withResets(1)),
                system("a2-2x2", arbiters(2, 2), asking(2, 2, 2)),
                system("a2-3x1", arbiters(2, 3), asking(2, 3, 1)),
                system(
                        "third-meets-once-unordered-copy",
                        unordered(thirdMeetsOnce()),
                        Limits.contenders(3, 1).withDuplicates(1)));
    }

    /** Where the order is watched, which some rule is only for. */
    static CheckSystem order() {
        return system("3-3x1-order", usual(3).watching(Passing.byAge(0)), Limits.contenders(3, 1));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        Limits three = Limits.contenders(3, 1);
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("3-3x2", usual(3), Limits.contenders(3, 2)));
        systems.add(system(
                "3-2x1-abandon-unordered-copy",
                unordered(usual(3)),
                Limits.contenders(2, 1).withAbandon().withDuplicates(1)));
        systems.add(system("3-3x1-reset", usual(3), three.withResets(1)));
        systems.add(system("3-3x1-half-reset", usual(3), three.withOneSidedResets(1)));
        systems.add(system(
                "3-2x1-abandon-2-resets",
                usual(3),
                Limits.contenders(2, 1).withAbandon().withResets(2)));
        systems.add(system("4-3x1", usual(4), three));
        systems.add(system("4-3x1-unordered", unordered(usual(4)), three));
        systems.add(system("4-3x1-unordered-copy", unordered(usual(4)), three.withDuplicates(1)));
        systems.add(system("7-3x1", usual(7), three));
        systems.add(system("7-3x1-unordered", unordered(usual(7)), three));
        systems.add(system("7-3x1-unordered-copy", unordered(usual(7)), three.withDuplicates(1)));
        return List.copyOf(systems);
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                system("4-3x1-abandon", usual(4), Limits.contenders(3, 1).withAbandon()),
                system("4-3x1-reset", usual(4), Limits.contenders(3, 1).withResets(1)),
                system("7-4x1", usual(7), Limits.contenders(4, 1)),
                system("7-4x1-unordered", unordered(usual(7)), Limits.contenders(4, 1)));
    }

    /** The last of three asks while the others may be inside; its set meets theirs in one node, theirs are the same. */
    private static Setup thirdMeetsOnce() {
        return Setup.of(MAEKAWA, Explicit.ofSets("n1=n4,n5/n2=n2,n4/n3=n4,n5", 5), 5);
    }

    private static Limits twoPlusOne() {
        return Limits.of(List.of(List.of(), List.of(Wish.EXCLUSIVE, Wish.EXCLUSIVE), List.of(Wish.EXCLUSIVE)));
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem("maekawa-" + name, setup, limits);
    }

    private static Setup usual(int nodes) {
        return Setup.usual(MAEKAWA, nodes);
    }

    private static Setup unordered(Setup setup) {
        return setup.over(Network.UNORDERED);
    }

    /** A number of nodes that only arbitrate, all of them needed, and a number that only ask. */
    private static Setup arbiters(int arbiters, int contenders) {
        QuorumSystem all = new Explicit(arbiters, List.of(NodeSet.first(arbiters)));
        return Setup.of(MAEKAWA, all, arbiters + contenders);
    }

    /** First a number of nodes that ask for nothing, then a number that ask, each this often. */
    private static Limits asking(int arbiters, int contenders, int acquisitions) {
        List<List<Wish>> wishes = new ArrayList<>(Collections.nCopies(arbiters, List.of()));
        wishes.addAll(Collections.nCopies(contenders, Collections.nCopies(acquisitions, Wish.EXCLUSIVE)));
        return Limits.of(wishes);
    }
}
