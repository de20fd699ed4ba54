// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.suzukikasami.SuzukiKasami;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The systems that Suzuki and Kasami's algorithm is explored in. {@code 3x1} are three nodes that ask once each, in {@code 0+2+1}
 * the first does not ask; all are unordered, as the paper allows it.
 */
final class SuzukiKasamiChecks {
    private SuzukiKasamiChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("2x2", asking(2, 2)),
                system("2x2-abandon", asking(2, 2).withAbandon()),
                system("0+2+1", asking(0, 2, 1)),
                system("2x2-copy", asking(2, 2).withDuplicates(1)),
                system("2x2-half-reset", asking(2, 2).withOneSidedResets(1)));
    }

    /** Two wait, and one asks again. */
    static CheckSystem order() {
        CheckSystem system = system("2+1+1-order", asking(2, 1, 1));
        return system.with(system.setup().watching(Passing.byArrival(0)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("3x1", asking(1, 1, 1)));
        systems.add(system("3x1-abandon", asking(1, 1, 1).withAbandon()));
        systems.add(system("3x2", asking(2, 2, 2)));
        systems.add(system("3x1-reset", asking(1, 1, 1).withResets(1)));
        systems.add(system("3x1-copy", asking(1, 1, 1).withDuplicates(1)));
        systems.add(system(
                "2x2-every-fault",
                asking(2, 2).withAbandon().withResets(1).withOneSidedResets(1).withDuplicates(1)));
        return systems;
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                system("3x2-abandon", asking(2, 2, 2).withAbandon()),
                system(
                        "3x1-abandon-reset-copy",
                        asking(1, 1, 1).withAbandon().withResets(1).withDuplicates(1)),
                system("4x1", asking(1, 1, 1, 1)));
    }

    private static CheckSystem system(String name, Limits limits) {
        Setup setup = Setup.usual(new SuzukiKasami(), limits.wishes().size()).over(Network.UNORDERED);
        return new CheckSystem("suzuki-kasami-" + name, setup, limits);
    }

    private static Limits asking(int... times) {
        return Limits.of(Arrays.stream(times)
                .mapToObj(each -> Collections.nCopies(each, Wish.EXCLUSIVE))
                .toList());
    }
}
