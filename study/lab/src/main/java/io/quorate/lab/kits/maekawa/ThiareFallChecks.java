// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.maekawa;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.ThiareFall;
import io.quorate.papers.quorum.IntersectionOnly;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The systems that the algorithm of Thiare and Fall is explored in. Names tell what they are: {@code 4} are its usual
 * quorums for four nodes, three arbiters of which a node asks two, and one client; {@code 8} are the seven arbiters of the
 * Fano plane and a client; {@code shared} are two arbiters that three clients ask both; {@code hub} is one arbiter for all.
 */
final class ThiareFallChecks {
    private static final Protocol<?> THIARE_FALL = new ThiareFall();
    private static final Setup FOUR = Setup.usual(THIARE_FALL, 4);
    private static final Setup EIGHT = Setup.usual(THIARE_FALL, 8);
    private static final Setup SHARED =
            Setup.of(THIARE_FALL, IntersectionOnly.parse("n1,n2,n3/n1,n2,n4/n1,n2,n5", 5), 5);
    private static final Setup HUB = Setup.of(THIARE_FALL, IntersectionOnly.parse("3,3", 4), 4);

    private ThiareFallChecks() {}

    /** From small to large, systems of which each breaks without some rule that section 4.2 lacks. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("4-3x1", FOUR, asking(1, 3, 4)),
                system("shared-3x1", SHARED, asking(3, 4, 5)),
                system("shared-arbiter-asks-3x1", SHARED, asking(1, 3, 4)));
    }

    /** Where the order is watched, which some rule is only for. */
    static CheckSystem order() {
        return system("4-3x1-order", FOUR.watching(Passing.byAge(0)), asking(1, 3, 4));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("hub-4x1", HUB, asking(1, 2, 3, 4)));
        systems.add(system("4-4x1", FOUR, asking(1, 2, 3, 4)));
        systems.add(system("4-2x1-abandon", FOUR, asking(3, 4).withAbandon()));
        systems.add(system("4-3x1-unordered", unordered(FOUR), asking(1, 3, 4)));
        systems.add(system("4-3x1-reset", FOUR, asking(1, 3, 4).withResets(1)));
        systems.add(
                system("4-3x1-unordered-copy", unordered(FOUR), asking(1, 3, 4).withDuplicates(1)));
        systems.add(system("shared-3x1-unordered", unordered(SHARED), asking(3, 4, 5)));
        systems.add(system("8-3x1", EIGHT, asking(1, 2, 8)));
        systems.add(system("8-3x1-unordered", unordered(EIGHT), asking(1, 2, 8)));
        return List.copyOf(systems);
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                system(
                        "shared-3x1-unordered-copy",
                        unordered(SHARED),
                        asking(3, 4, 5).withDuplicates(1)),
                system("8-4x1", EIGHT, asking(1, 2, 3, 8)));
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem("thiare-fall-" + name, setup, limits);
    }

    private static Setup unordered(Setup setup) {
        return setup.over(Network.UNORDERED);
    }

    /** The nodes with these numbers ask, once each. */
    private static Limits asking(int... numbers) {
        List<List<Wish>> wishes =
                new ArrayList<>(Collections.nCopies(Arrays.stream(numbers).max().orElseThrow(), List.of()));
        for (int number : numbers) {
            wishes.set(number - 1, List.of(Wish.EXCLUSIVE));
        }
        return Limits.of(wishes);
    }
}
