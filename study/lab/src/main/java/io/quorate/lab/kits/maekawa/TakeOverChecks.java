// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.maekawa;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.Explicit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import java.util.ArrayList;
import java.util.List;

/** The systems that Maekawa's section 9 is explored in: nodes crash, all others learn of it, and another takes over. */
final class TakeOverChecks {
    private static final Protocol<?> TAKE_OVER = Maekawa.takingOver();

    /** Only n3 decides, and n1 and n2 ask; n4 takes over from n3, and n1 from n4. */
    private static final Setup HUB = Setup.of(TAKE_OVER, Explicit.ofSets("n1=n1,n3/n2=n2,n3/n3=n3/n4=n3,n4", 4), 4);

    private TakeOverChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("3-2x1-crash", usual(3), crash(2)),
                system("hub-2x1-crash", HUB, crash(2)),
                system("hub-2x1-crash-half-reset", HUB, crash(2).withOneSidedResets(1)),
                system("hub-2x1-2-crashes", HUB, crash(2).withCrashes(2)),
                system("4-2x1-crash", usual(4), crash(2)));
    }

    /** For every build. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("3-3x1-crash", usual(3), crash(3)));
        systems.add(system("3-3x1-crash-unordered", unordered(usual(3)), crash(3)));
        systems.add(system("3-3x1-2-crashes", usual(3), crash(3).withCrashes(2)));
        systems.add(system("3-2x1-crash-reset", usual(3), crash(2).withResets(1)));
        systems.add(system(
                "3-2x1-crash-abandon-unordered-copy",
                unordered(usual(3)),
                crash(2).withAbandon().withDuplicates(1)));
        systems.add(system("hub-2x1-crash-unordered", unordered(HUB), crash(2)));
        systems.add(system("hub-2x1-2-crashes-unordered", unordered(HUB), crash(2).withCrashes(2)));
        systems.add(system("hub-2x1-crash-reset", HUB, crash(2).withResets(1)));
        systems.add(system(
                "hub-2x1-crash-abandon-unordered-copy",
                unordered(HUB),
                crash(2).withAbandon().withDuplicates(1)));
        systems.add(system("4-2x1-crash-unordered", unordered(usual(4)), crash(2)));
        systems.add(system("7-2x1-crash", usual(7), crash(2)));
        return List.copyOf(systems);
    }

    /** For long runs. */
    static List<CheckSystem> large() {
        return List.of(
                system("hub-3x1-2-crashes-unordered", unordered(HUB), crash(3).withCrashes(2)),
                system("4-2x1-2-crashes", usual(4), crash(2).withCrashes(2)),
                system(
                        "hub-2x2-crash-unordered",
                        unordered(HUB),
                        Limits.contenders(2, 2).withCrashes(1)));
    }

    private static Limits crash(int contenders) {
        return Limits.contenders(contenders, 1).withCrashes(1);
    }

    private static Setup usual(int nodes) {
        return Setup.usual(TAKE_OVER, nodes);
    }

    private static Setup unordered(Setup setup) {
        return setup.over(Network.UNORDERED);
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem("take-over-" + name, setup, limits);
    }
}
