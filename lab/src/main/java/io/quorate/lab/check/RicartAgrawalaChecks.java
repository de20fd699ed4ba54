package io.quorate.lab.check;

import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Setup;
import io.quorate.lab.world.Wish;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The systems that Ricart and Agrawala's algorithm is explored in. Names tell what they are: {@code 3x1} are three nodes that
 * ask once each, after the modifications that are used; the report lets messages overtake each other, so all are unordered.
 */
final class RicartAgrawalaChecks {
    private static final String PLAIN = "corrected";
    private static final String COUNTED = "counted";
    private static final String READERS_WRITERS = "readers-writers";
    private static final String STANDING = "standing-replies";

    private RicartAgrawalaChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system(PLAIN, "2x2", 2, each(2, 2)),
                system(PLAIN, "2x2-abandon", 2, each(2, 2).withAbandon()),
                system(PLAIN, "3x1", 3, each(3, 1)),
                system(PLAIN, "3x1-reset", 3, each(3, 1).withResets(1)),
                system(PLAIN, "2x2-copy", 2, each(2, 2).withDuplicates(1)),
                system(PLAIN, "3x1-copy", 3, each(3, 1).withDuplicates(1)),
                system(COUNTED, "2x2", 2, each(2, 2)),
                system(COUNTED, "2x3", 2, each(2, 3)),
                system(COUNTED, "3x1", 3, each(3, 1)),
                system(READERS_WRITERS, "2x1", 2, Limits.of(List.of(reads(1), writes(1)))),
                system(READERS_WRITERS, "3x1", 3, Limits.of(List.of(reads(1), reads(1), writes(1)))),
                system(STANDING, "2x2", 2, each(2, 2)),
                system(STANDING, "3x1", 3, each(3, 1)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        return new ArrayList<>(forMutants());
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of();
    }

    private static CheckSystem system(String rules, String name, int nodes, Limits limits) {
        Setup setup = Setup.usual(RicartAgrawala.with(rules), nodes).over(Network.UNORDERED);
        return new CheckSystem("ricart-agrawala-" + (rules.equals(PLAIN) ? "" : rules + "-") + name, setup, limits);
    }

    private static Limits each(int nodes, int times) {
        return Limits.of(Collections.nCopies(nodes, writes(times)));
    }

    private static List<Wish> writes(int times) {
        return Collections.nCopies(times, Wish.EXCLUSIVE);
    }

    private static List<Wish> reads(int times) {
        return Collections.nCopies(times, Wish.SHARED);
    }
}
