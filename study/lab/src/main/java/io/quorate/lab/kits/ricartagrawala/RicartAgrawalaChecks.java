// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.ricartagrawala;

import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The systems that section 2 of Ricart and Agrawala's report is explored in. Names tell what they are: {@code 3x1} are three
 * nodes that ask once each, {@code 2+1+1} three of which the first asks twice. The report lets messages overtake each other.
 */
final class RicartAgrawalaChecks {
    private static final String PLAIN = "corrected";

    private RicartAgrawalaChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                plain("2x2", wishes("ww", "ww")),
                plain("2x2-abandon", wishes("ww", "ww").withAbandon()),
                plain("3x1", wishes("w", "w", "w")),
                plain("3x1-reset", wishes("w", "w", "w").withResets(1)),
                plain("2x2-copy", wishes("ww", "ww").withDuplicates(1)),
                plain("3x1-copy", wishes("w", "w", "w").withDuplicates(1)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        return Stream.concat(
                        forMutants().stream(),
                        Stream.of(
                                plain("2+2+1", wishes("ww", "ww", "w")),
                                plain("2x2-2-copies", wishes("ww", "ww").withDuplicates(2)),
                                plain(
                                        "2x2-abandon-reset",
                                        wishes("ww", "ww").withAbandon().withResets(1)),
                                plain("3x1-half-reset", wishes("w", "w", "w").withOneSidedResets(1))))
                .toList();
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                plain("2+1+1-abandon", wishes("ww", "w", "w").withAbandon()),
                plain("2+2+1-half-reset", wishes("ww", "ww", "w").withOneSidedResets(1)));
    }

    private static CheckSystem plain(String name, Limits limits) {
        return system(PLAIN, name, Network.UNORDERED, limits);
    }

    /** Every node asks; the rules are in the name unless they are those of section 2. */
    static CheckSystem system(String rules, String name, Network network, Limits limits) {
        Setup setup =
                Setup.usual(RicartAgrawala.with(rules), limits.wishes().size()).over(network);
        return new CheckSystem("ricart-agrawala-" + (rules.equals(PLAIN) ? "" : rules + "-") + name, setup, limits);
    }

    /** For each node a text with a letter for each wish: w to write, r to read. */
    static Limits wishes(String... nodes) {
        return Limits.of(Arrays.stream(nodes)
                .map(text -> text.chars()
                        .mapToObj(letter -> letter == 'r' ? Wish.SHARED : Wish.EXCLUSIVE)
                        .toList())
                .toList());
    }
}
