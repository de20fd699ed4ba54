package io.quorate.lab.check;

import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Setup;
import java.util.ArrayList;
import java.util.List;

/**
 * The systems that section 7 of Ricart and Agrawala's report is explored in: nodes crash, come back, leave and join. Time-outs run
 * out when they may: the first one any time, the second one when nothing is under way to or from its node, so that it is
 * right about who has failed.
 */
final class RicartAgrawalaPracticeChecks {
    private RicartAgrawalaPracticeChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("2x1-early", 2, Limits.contenders(2, 1).withEarlyTimeouts(1)),
                system("2x2-early", 2, Limits.contenders(2, 2).withEarlyTimeouts(1)),
                system("2x1-crash", 2, Limits.contenders(2, 1).withCrashes(1)),
                system("2x1-leave", 2, Limits.contenders(2, 1).withLeaves(1)),
                system("2x2-leave", 2, Limits.contenders(2, 2).withLeaves(1)),
                system("2x2-crash-restart", 2, Limits.contenders(2, 2).withCrashes(1).withRestarts(1)),
                system("3-2x1-crash", 3, Limits.contenders(2, 1).withCrashes(1)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        return new ArrayList<>(forMutants());
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of();
    }

    private static CheckSystem system(String name, int nodes, Limits limits) {
        Setup setup = Setup.usual(RicartAgrawala.with("practical"), nodes).over(Network.UNORDERED);
        return new CheckSystem("practical-" + name, setup, limits);
    }
}
