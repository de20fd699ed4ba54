// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.lamport.Lamport;
import java.util.ArrayList;
import java.util.List;

/**
 * The systems that Lamport's algorithm is explored in. {@code 3x1} are three nodes that ask once each; it needs messages in
 * order, so none is unordered.
 */
final class LamportChecks {
    private LamportChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("2x2", 2, Limits.contenders(2, 2)),
                system("2x2-abandon", 2, Limits.contenders(2, 2).withAbandon()),
                system("2x2-half-reset", 2, Limits.contenders(2, 2).withOneSidedResets(1)),
                system("3x1", 3, Limits.contenders(3, 1)),
                sparing("2x2", 2, Limits.contenders(2, 2)),
                sparing("3x1", 3, Limits.contenders(3, 1)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("3x1-abandon", 3, Limits.contenders(3, 1).withAbandon()));
        systems.add(sparing("3x1-half-reset", 3, Limits.contenders(3, 1).withOneSidedResets(1)));
        systems.add(sparing(
                "2x2-abandon-reset", 2, Limits.contenders(2, 2).withAbandon().withResets(1)));
        return systems;
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                system("3x1-half-reset", 3, Limits.contenders(3, 1).withOneSidedResets(1)),
                system(
                        "2x2-abandon-2-resets",
                        2,
                        Limits.contenders(2, 2).withAbandon().withResets(1).withOneSidedResets(1)),
                system("3x2", 3, Limits.contenders(3, 2)),
                sparing("3x2", 3, Limits.contenders(3, 2)),
                sparing("3x1-abandon", 3, Limits.contenders(3, 1).withAbandon()));
    }

    private static CheckSystem system(String name, int nodes, Limits limits) {
        return new CheckSystem("lamport-" + name, Setup.usual(new Lamport(), nodes), limits);
    }

    private static CheckSystem sparing(String name, int nodes, Limits limits) {
        return new CheckSystem("lamport-sparing-" + name, Setup.usual(Lamport.sparing(), nodes), limits);
    }
}
