// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.ricartagrawala;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The systems that section 7 of Ricart and Agrawala's report is explored in: nodes crash, come back, leave and join. Time-outs run
 * out when they may: the first one any time, the second one when nothing is under way to or from its node, so that it is
 * right about who has failed.
 */
final class RicartAgrawalaPracticeChecks {
    /** After this n1 is outside, the others are inside, and nobody wants anything. */
    private static final String[] N1_ENTERS_AND_LEAVES = {
        "acquire n1",
        "deliver n1->n2",
        "deliver n1->n3",
        "deliver n2->n1",
        "deliver n3->n1",
        "release n1",
        "leave n1",
        "deliver n1->n2",
        "deliver n1->n3",
        "deliver n2->n1",
        "deliver n3->n1"
    };

    /** After this n1 and n2 are outside. */
    private static final String[] N1_AND_N2_LEAVE = Stream.concat(
                    Stream.of(N1_ENTERS_AND_LEAVES), Stream.of("leave n2", "deliver n2->n3", "deliver n3->n2"))
            .toArray(String[]::new);

    private RicartAgrawalaPracticeChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("2x1-early", 2, each(2, 1).withEarlyTimeouts(1)),
                system("2x2-early", 2, each(2, 2).withEarlyTimeouts(1)),
                system("2x1-crash", 2, each(2, 1).withCrashes(1)),
                system("2x2-leave", 2, each(2, 2).withLeaves(1)),
                system("2x2-crash-restart", 2, crashAndRestart(each(2, 2))),
                system("2x2-after-a-wrong-suspicion", 2, each(2, 2))
                        .after("acquire n2", "fire n2 REPLY_LATE", "fire n2 NO_ANSWER"),
                system("3-rejoin", 3, Limits.of(List.of(times(2), times(0), times(1))))
                        .after(N1_ENTERS_AND_LEAVES),
                system(
                                "3-rejoin-crash",
                                3,
                                Limits.of(List.of(times(2), times(0), times(0)))
                                        .withCrashes(1)
                                        .withMortal(NodeSet.of(NodeId.of(2))))
                        .after(N1_ENTERS_AND_LEAVES),
                system("3-2x1-crash", 3, each(2, 1).withCrashes(1)),
                system("2x2-leave-copy", 2, each(2, 2).withLeaves(1).withDuplicates(1)),
                new CheckSystem("practical-3-all-leave", setup("practical", 3, Network.FIFO), allThatLeave())
                        .after(N1_ENTERS_AND_LEAVES),
                system(
                        "2x1-crash-restart-leave-reset",
                        2,
                        crashAndRestart(each(2, 1)).withLeaves(1).withResets(1)),
                byBroadcast("3-rejoin", 3, Limits.of(List.of(times(2), times(0), times(1))))
                        .after(N1_ENTERS_AND_LEAVES),
                byBroadcast("3-two-join", 3, twoThatJoin()).after(N1_AND_N2_LEAVE));
    }

    /** Without a sponsor, section 7.2.2. */
    private static CheckSystem byBroadcast(String name, int nodes, Limits limits) {
        return new CheckSystem(
                "practical-by-broadcast-" + name,
                setup("practical+insert-by-broadcast", nodes, Network.UNORDERED),
                limits);
    }

    /** Two newcomers at once, which must come to know each other. */
    private static Limits twoThatJoin() {
        return Limits.of(List.of(times(2), times(1), times(0)));
    }

    /** The sponsor of an insertion leaves while its list is in flight, and another node founds a new group. */
    private static Limits allThatLeave() {
        return Limits.of(List.of(times(2), times(1), times(1))).withLeaves(3);
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("3-two-join", 3, twoThatJoin()).after(N1_AND_N2_LEAVE));
        systems.add(byBroadcast("2x2-crash-restart", 2, crashAndRestart(each(2, 2))));
        systems.add(byBroadcast("2x2-leaves", 2, each(2, 2).withLeaves(2)));
        systems.add(byBroadcast("3-2x1-crash-restart", 3, crashAndRestart(each(2, 1))));
        systems.add(system("3-2x1-crash-restart", 3, crashAndRestart(each(2, 1))));
        systems.add(system("3-2x2-leave", 3, each(2, 2).withLeaves(1)));
        systems.add(system("3-3x1-crash", 3, each(3, 1).withCrashes(1)));
        systems.add(system("3x1-leave", 3, each(3, 1).withLeaves(1)));
        systems.add(
                system("2x1-crash-restart-copy", 2, crashAndRestart(each(2, 1)).withDuplicates(1)));
        systems.add(
                system("2x2-crash-restart-reset", 2, crashAndRestart(each(2, 2)).withResets(1)));
        systems.add(system("2x2-leave-half-reset", 2, each(2, 2).withLeaves(1).withOneSidedResets(1)));
        systems.add(system("2x2-leave-abandon", 2, each(2, 2).withLeaves(1).withAbandon()));
        systems.add(
                system("2x1-2-crashes-2-restarts", 2, each(2, 1).withCrashes(2).withRestarts(2)));
        systems.add(new CheckSystem(
                "practical-readers-writers-2x2-leave",
                setup("practical+readers-writers", 2, Network.UNORDERED),
                Limits.of(List.of(List.of(Wish.SHARED, Wish.SHARED), times(2))).withLeaves(1)));
        systems.add(new CheckSystem(
                "practical-readers-writers-2x2-leaves-abandon",
                setup("practical+readers-writers", 2, Network.UNORDERED),
                Limits.of(List.of(List.of(Wish.SHARED, Wish.EXCLUSIVE), List.of(Wish.EXCLUSIVE, Wish.SHARED)))
                        .withLeaves(2)
                        .withAbandon()));
        systems.add(new CheckSystem(
                "practical-learn-by-waiting-2x2-leaves",
                setup("practical+learn-by-waiting", 2, Network.UNORDERED),
                each(2, 2).withLeaves(2)));
        systems.addAll(learning());
        return systems;
    }

    /** Section 7.2.3, b to e: n1 comes back while the others ask. */
    private static List<CheckSystem> learning() {
        List<CheckSystem> systems = new ArrayList<>();
        for (String way : List.of("learn-from-each", "learn-from-growth", "learn-by-waiting", "learn-from-one")) {
            boolean ofOne = way.equals("learn-from-one");
            Network network = ofOne ? Network.FIFO : Network.UNORDERED;
            Limits limits = Limits.of(List.of(times(2), times(ofOne ? 4 : 2), times(ofOne ? 1 : 2)));
            systems.add(new CheckSystem("practical-" + way + "-3-rejoin", setup("practical+" + way, 3, network), limits)
                    .after(N1_ENTERS_AND_LEAVES));
        }
        return systems;
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        return List.of(
                byBroadcast("3-two-join-and-one", 3, Limits.of(List.of(times(2), times(1), times(1))))
                        .after(N1_AND_N2_LEAVE),
                byBroadcast(
                        "2x1-crash-restart-leave-reset",
                        2,
                        crashAndRestart(each(2, 1)).withLeaves(1).withResets(1)),
                system("3-3x1-crash-restart", 3, crashAndRestart(each(3, 1))),
                system("3x1-leave-early", 3, each(3, 1).withLeaves(1).withEarlyTimeouts(1)),
                system(
                        "3-2x1-crash-restart-early",
                        3,
                        crashAndRestart(each(2, 1)).withEarlyTimeouts(1)),
                system(
                        "3-2x1-2-crashes-2-restarts",
                        3,
                        each(2, 1).withCrashes(2).withRestarts(2)));
    }

    private static Limits each(int nodes, int times) {
        return Limits.contenders(nodes, times);
    }

    private static List<Wish> times(int times) {
        return Collections.nCopies(times, Wish.EXCLUSIVE);
    }

    private static Limits crashAndRestart(Limits limits) {
        return limits.withCrashes(1).withRestarts(1);
    }

    private static CheckSystem system(String name, int nodes, Limits limits) {
        return new CheckSystem("practical-" + name, setup("practical", nodes, Network.UNORDERED), limits);
    }

    private static Setup setup(String rules, int nodes, Network network) {
        return Setup.usual(RicartAgrawala.with(rules), nodes).over(network);
    }
}
