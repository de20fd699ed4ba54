// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.overlay.dht.endtoend.EndToEnd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The systems that the End-to-End protocol is explored in: four nodes around a ring, n1, n4, n2, n3. {@code r1} is a lock with one
 * replica, at n2; {@code r2} one with two, at n2 and n3, both needed; {@code r3} one with three, of which n2 has two and n3 has one; {@code path} that nodes send only to those next to
 * them, so that what n1 says to n2 passes n4. {@code 3x1} are three nodes that ask once each; {@code inside}: one is inside already.
 */
final class EndToEndChecks {
    private static final int NODES = 4;
    private static final Wish E = Wish.EXCLUSIVE;
    private static final Setup R1 = Setup.of(new EndToEnd(), new Majority(1), NODES);
    private static final Setup R3 = Setup.of(new EndToEnd(), new Majority(3), NODES);
    private static final Setup R2 = Setup.of(new EndToEnd(), new All(2), NODES);
    private static final Setup R1_PATH = R1.withReach(1);

    /** Those that have no replica, one of them on the way of the other. */
    private static final Limits ON_THE_WAY = asking(1, 0, 0, 1);

    private static final CheckSystem R2_2X1 = system("r2-2x1", R2, ON_THE_WAY);
    private static final CheckSystem R1_3X1_ABANDON =
            system("r1-3x1-abandon", R1, Limits.contenders(3, 1).withAbandon());

    /** Of a system of a million states: what breaks there breaks soon. */
    private static final int MUTANT_STATES_MAX = 20_000;

    private EndToEndChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        List<CheckSystem> systems = new ArrayList<>(quick());
        systems.add(R2_2X1.within(MUTANT_STATES_MAX));
        systems.add(R1_3X1_ABANDON);
        return systems;
    }

    private static List<CheckSystem> quick() {
        return List.of(
                system("r1-2x1-abandon", R1, Limits.contenders(2, 1).withAbandon()),
                system(
                        "r1-2x1-trust-abandon",
                        R1,
                        Limits.contenders(2, 1).withTrustEnds(1).withAbandon()),
                system("r1-2x1-trust", R1, Limits.contenders(2, 1).withTrustEnds(1)),
                system("r1-path-2x1", R1_PATH, ON_THE_WAY),
                system("r1-2x2-fences", R1.withFences(), Limits.contenders(2, 2)),
                system(
                        "r1-2x1-unordered-copy",
                        R1.over(Network.UNORDERED),
                        Limits.contenders(2, 1).withDuplicates(1)),
                system("r1-2x1-reset", R1, Limits.contenders(2, 1).withResets(1)),
                system("r1-path-2x1-abandon", R1_PATH, ON_THE_WAY.withAbandon()),
                system("r1-3x1", R1, Limits.contenders(3, 1)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(quick());
        systems.add(system("r3-2x1", R3, Limits.contenders(2, 1)));
        systems.add(system("r1-2x1-crash", R1, Limits.contenders(2, 1).withCrashes(1)));
        systems.add(system("r1-path-3x1", R1_PATH, Limits.contenders(3, 1)));
        systems.add(system("r3-path-2x1", R3.withReach(1), Limits.contenders(2, 1)));
        return systems;
    }

    /** For long runs: each takes from seconds to some minutes. */
    static List<CheckSystem> large() {
        return List.of(
                R2_2X1,
                R1_3X1_ABANDON,
                system("r1-3x1-trust", R1, Limits.contenders(3, 1).withTrustEnds(1)),
                system("r3-2x1-abandon", R3, Limits.contenders(2, 1).withAbandon()),
                system("r3-2x1-unordered", R3.over(Network.UNORDERED), Limits.contenders(2, 1)),
                inside("r3-inside-holder-crash", 1),
                inside("r3-inside-two-replicas-crash", 2),
                inside("r3-inside-replica-crash", 3));
    }

    /** n1 is inside and n4 wants in, and this node may crash. */
    private static CheckSystem inside(String name, int mortal) {
        Limits limits = asking(0, 0, 0, 1).withCrashes(1).withMortal(NodeSet.of(NodeId.parse("n" + mortal)));
        return system(name, R3, limits).after(SigmaChecks.N1_INSIDE);
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem("endtoend-" + name, setup, limits);
    }

    /** How often each node asks. */
    static Limits asking(int... times) {
        List<List<Wish>> wishes = new ArrayList<>();
        for (int often : times) {
            wishes.add(Collections.nCopies(often, E));
        }
        return Limits.of(wishes);
    }
}
