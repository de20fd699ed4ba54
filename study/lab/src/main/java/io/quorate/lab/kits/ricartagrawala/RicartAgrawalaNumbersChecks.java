// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.ricartagrawala;

import static io.quorate.lab.kits.ricartagrawala.RicartAgrawalaChecks.wishes;

import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import java.util.List;
import java.util.stream.Stream;

/**
 * The systems of sections 6.4 to 6.6 of Ricart and Agrawala's report, of its appendix, and of standing replies. In those that
 * are {@code endless} the nodes ask again and again; numbers modulo M do not rise forever, so that has finitely many states.
 * {@code passed-5} demands that others enter at most so often while one waits.
 */
final class RicartAgrawalaNumbersChecks {
    private static final String COUNTED = "counted";
    private static final String MODULO = "modulo";
    private static final String RANDOM = "random-increments";
    private static final String PRIORITY = "priority";
    private static final String DELAY_ACTING = "priority+delay-acting";
    private static final String READERS_WRITERS = "readers-writers";
    private static final String WRITERS_FIRST = "writers-first";
    private static final String STANDING = "standing-replies";

    private RicartAgrawalaNumbersChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system(COUNTED, "2x2", wishes("ww", "ww")),
                system(COUNTED, "2x3", wishes("www", "www")),
                system(COUNTED, "3x1", wishes("w", "w", "w")),
                passed(2, system(COUNTED, "2x3", wishes("www", "www"))),
                system(MODULO, "2-endless", endless(2)),
                system(MODULO, "2-endless-abandon", endless(2).withAbandon()),
                system(DELAY_ACTING, "2x1", wishes("w", "w")),
                system(READERS_WRITERS, "r-w", wishes("r", "w")),
                system(READERS_WRITERS, "r-r-w", wishes("r", "r", "w")),
                system(WRITERS_FIRST, "r-w", wishes("r", "w")),
                system(STANDING, "2x2", wishes("ww", "ww")),
                system(STANDING, "3x1", wishes("w", "w", "w")),
                system(STANDING, "2+1+1", wishes("ww", "w", "w")));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        return Stream.of(forMutants(), numbers(), modes(), standing())
                .flatMap(List::stream)
                .toList();
    }

    private static List<CheckSystem> numbers() {
        return List.of(
                system(COUNTED, "3x2", wishes("ww", "ww", "ww")),
                passed(5, system(COUNTED, "3+3+1", wishes("www", "www", "w"))),
                passed(4, fifo(COUNTED, "3+3+1", wishes("www", "www", "w"))),
                passed(2, system(MODULO, "2-endless", endless(2))),
                fifo(MODULO, "2-endless", endless(2)),
                passed(2, fifo(MODULO, "2-endless", endless(2))),
                system(MODULO, "3-endless", endless(3)),
                passed(5, system(MODULO, "3-endless", endless(3))),
                system(MODULO, "3-endless-abandon", endless(3).withAbandon()),
                fifo(MODULO, "3-endless", endless(3)),
                passed(4, fifo(MODULO, "3-endless", endless(3))),
                system(RANDOM, "2x2", wishes("ww", "ww")),
                system(RANDOM, "2+1+1", wishes("ww", "w", "w")),
                system(RANDOM, "3x1-copy", wishes("w", "w", "w").withDuplicates(1)),
                system(PRIORITY, "2x2-copy", wishes("ww", "ww").withDuplicates(1)),
                system(PRIORITY, "3x1", wishes("w", "w", "w")),
                passed(8, system(PRIORITY, "1+12", wishes("w", "wwwwwwwwwwww"))),
                passed(2, fifo(PRIORITY, "1+12", wishes("w", "wwwwwwwwwwww"))),
                system(DELAY_ACTING, "2x2", wishes("ww", "ww")),
                system(DELAY_ACTING, "2x2-abandon", wishes("ww", "ww").withAbandon()),
                system(DELAY_ACTING, "3x1", wishes("w", "w", "w")));
    }

    private static List<CheckSystem> modes() {
        return List.of(
                system(READERS_WRITERS, "rw-rw", wishes("rw", "rw")),
                system(READERS_WRITERS, "rw-wr-r", wishes("rw", "wr", "r")),
                system(READERS_WRITERS, "r-w-w-reset", wishes("r", "w", "w").withResets(1)),
                system(WRITERS_FIRST, "rw-rw", wishes("rw", "rw")),
                system(WRITERS_FIRST, "rrr-www", wishes("rrr", "www")),
                system(WRITERS_FIRST, "r-r-w", wishes("r", "r", "w")),
                system(WRITERS_FIRST, "r-w-w", wishes("r", "w", "w")),
                system(WRITERS_FIRST, "rw-r-w", wishes("rw", "r", "w")),
                system(WRITERS_FIRST, "rr-ww-reset", wishes("rr", "ww").withResets(1)),
                system(WRITERS_FIRST, "rr-ww-half-reset", wishes("rr", "ww").withOneSidedResets(1)),
                system(
                        WRITERS_FIRST,
                        "rr-ww-abandon-copy",
                        wishes("rr", "ww").withAbandon().withDuplicates(1)));
    }

    private static List<CheckSystem> standing() {
        return List.of(
                system(STANDING, "2x3", wishes("www", "www")),
                system(STANDING, "2x2-half-reset", wishes("ww", "ww").withOneSidedResets(1)),
                system(STANDING, "2x2-abandon", wishes("ww", "ww").withAbandon()),
                system(
                        STANDING,
                        "2x2-abandon-reset",
                        wishes("ww", "ww").withAbandon().withResets(1)),
                system(
                        STANDING,
                        "3+2-abandon-copy",
                        wishes("www", "ww").withAbandon().withDuplicates(1)),
                system(STANDING, "2+2+1", wishes("ww", "ww", "w")),
                system(STANDING, "2+1+1-copy", wishes("ww", "w", "w").withDuplicates(1)));
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                passed(5, system(COUNTED, "3x3", wishes("www", "www", "www"))),
                system(
                        READERS_WRITERS,
                        "r-r-w-abandon-copy",
                        wishes("r", "r", "w").withAbandon().withDuplicates(1)),
                system(WRITERS_FIRST, "r-r-w-reset", wishes("r", "r", "w").withResets(1)),
                system(WRITERS_FIRST, "r-w-w-abandon", wishes("r", "w", "w").withAbandon()),
                system(STANDING, "2+1+1-abandon", wishes("ww", "w", "w").withAbandon()),
                system(STANDING, "2+1+1-half-reset", wishes("ww", "w", "w").withOneSidedResets(1)),
                system(STANDING, "3x1-reset", wishes("w", "w", "w").withResets(1)));
    }

    private static Limits endless(int nodes) {
        return Limits.contenders(nodes, 1).repeating();
    }

    private static CheckSystem system(String rules, String name, Limits limits) {
        return RicartAgrawalaChecks.system(rules, name, Network.UNORDERED, limits);
    }

    private static CheckSystem fifo(String rules, String name, Limits limits) {
        return RicartAgrawalaChecks.system(rules, name + "-fifo", Network.FIFO, limits);
    }

    /** The same, where nobody may be passed more often. */
    private static CheckSystem passed(int most, CheckSystem system) {
        return new CheckSystem(
                system.name() + "-passed-" + most, system.setup().withPassesAtMost(most), system.limits());
    }
}
