// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.naimitrehel.NaimiTrehel;
import java.util.ArrayList;
import java.util.List;

/**
 * The systems that Naimi and Trehel's algorithm is explored in. {@code 3x1} are three nodes that ask once each; messages may
 * overtake each other in all but those called {@code fifo}.
 */
final class NaimiTrehelChecks {
    private NaimiTrehelChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("2x2", nodes(2), Limits.contenders(2, 2)),
                system("2x2-abandon", nodes(2), Limits.contenders(2, 2).withAbandon()),
                system("3x1", nodes(3), Limits.contenders(3, 1)),
                system("3x1-abandon", nodes(3), Limits.contenders(3, 1).withAbandon()),
                system("3x2", nodes(3), Limits.contenders(3, 2)));
    }

    /** Two wait, and one asks again. */
    static CheckSystem order() {
        return system("3x2-order", nodes(3).watching(Passing.byArrival(0)), Limits.contenders(3, 2));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.addAll(List.of(
                system("fifo-3x2", nodes(3).over(Network.FIFO), Limits.contenders(3, 2)),
                system("3x2-abandon", nodes(3), Limits.contenders(3, 2).withAbandon()),
                system("4x1", nodes(4), Limits.contenders(4, 1)),
                system("4x1-abandon", nodes(4), Limits.contenders(4, 1).withAbandon()),
                system("4x2", nodes(4), Limits.contenders(4, 2)),
                system("5x1", nodes(5), Limits.contenders(5, 1)),
                system("by-name-two-locks", nodes(3).placedByName(), RaymondChecks.twoLocks())));
        return systems;
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                system("4x2-abandon", nodes(4), Limits.contenders(4, 2).withAbandon()),
                system("3x4-abandon", nodes(3), Limits.contenders(3, 4).withAbandon()),
                system("5x1-abandon", nodes(5), Limits.contenders(5, 1).withAbandon()));
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem("naimi-trehel-" + name, setup, limits);
    }

    private static Setup nodes(int count) {
        return Setup.usual(new NaimiTrehel(), count).over(Network.UNORDERED);
    }
}
