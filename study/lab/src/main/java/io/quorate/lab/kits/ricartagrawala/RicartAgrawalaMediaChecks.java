// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.ricartagrawala;

import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The systems in which sections 6.1 to 6.3 of Ricart and Agrawala's report are explored: silence as a reply, broadcasts, and
 * rings. Names tell what they are: {@code 3x1} are three nodes that ask once each. Messages overtake each other, except on
 * the medium that gives them one order.
 */
final class RicartAgrawalaMediaChecks {
    private static final String IMPLICIT = "implicit-reply";
    private static final String SEQUENCED = "sequenced";
    private static final String REPLIES = "broadcast-replies";
    private static final String RING = "ring";
    private static final String NOTES = "ring-notes";

    private RicartAgrawalaMediaChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system(IMPLICIT, "2x1", 2, Limits.contenders(2, 1)),
                system(IMPLICIT, "2x2-abandon", 2, Limits.contenders(2, 2).withAbandon()),
                system(SEQUENCED, "2x1", 2, Limits.contenders(2, 1)),
                system(SEQUENCED, "2x2-abandon", 2, Limits.contenders(2, 2).withAbandon()),
                system(REPLIES, "2x1", 2, Limits.contenders(2, 1)),
                system(REPLIES, "3x1", 3, Limits.contenders(3, 1)),
                system(REPLIES, "2+1+1", 3, Limits.of(List.of(times(2), times(1), times(1)))),
                system(RING, "2x1", 2, Limits.contenders(2, 1)),
                system(RING, "3x1", 3, Limits.contenders(3, 1)),
                system(RING, "2x2-abandon", 2, Limits.contenders(2, 2).withAbandon()),
                system(NOTES, "2x1", 2, Limits.contenders(2, 1)),
                system(NOTES, "3x1", 3, Limits.contenders(3, 1)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        return Stream.concat(
                        forMutants().stream(),
                        Stream.of(
                                system(
                                        IMPLICIT,
                                        "2x2-copy",
                                        2,
                                        Limits.contenders(2, 2).withDuplicates(1)),
                                system(IMPLICIT, "3x1", 3, Limits.contenders(3, 1)),
                                system(
                                        IMPLICIT,
                                        "2x2-reset",
                                        2,
                                        Limits.contenders(2, 2).withResets(1)),
                                system("broadcast", "3x1", 3, Limits.contenders(3, 1)),
                                system("implicit-reply+broadcast", "3x1", 3, Limits.contenders(3, 1)),
                                system("implicit-reply+broadcast-replies", "3x1", 3, Limits.contenders(3, 1)),
                                system(
                                        SEQUENCED,
                                        "3x1-abandon",
                                        3,
                                        Limits.contenders(3, 1).withAbandon()),
                                system(
                                        REPLIES,
                                        "2x2-copy",
                                        2,
                                        Limits.contenders(2, 2).withDuplicates(1)),
                                system(RING, "3x2", 3, Limits.contenders(3, 2)),
                                system(
                                        RING,
                                        "3x1-abandon-copy",
                                        3,
                                        Limits.contenders(3, 1).withAbandon().withDuplicates(1)),
                                system(NOTES, "3x2", 3, Limits.contenders(3, 2)),
                                system(
                                        NOTES,
                                        "3x1-abandon-copy",
                                        3,
                                        Limits.contenders(3, 1).withAbandon().withDuplicates(1))))
                .toList();
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                system(SEQUENCED, "3x2", 3, Limits.contenders(3, 2)),
                system(REPLIES, "3x1-reset", 3, Limits.contenders(3, 1).withResets(1)));
    }

    private static List<Wish> times(int count) {
        return Collections.nCopies(count, Wish.EXCLUSIVE);
    }

    private static CheckSystem system(String rules, String name, int nodes, Limits limits) {
        RicartAgrawala protocol = RicartAgrawala.with(rules);
        Setup setup = Setup.usual(protocol, nodes)
                .over(Network.justEnoughFor(protocol.traits().needs()));
        return new CheckSystem("ricart-agrawala-" + rules + "-" + name, setup, limits);
    }
}
