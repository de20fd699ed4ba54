// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The systems that Sigma is explored in, and with it the votes of all protocols on a distributed hash table. {@code a1} is one
 * replica, at n2, {@code a2} two, at n2 and n3, both needed; {@code m3} a majority of three, at n2, n3 and n2 again, or of {@code six} nodes at n2, n3 and n6; {@code star}
 * three of which the first is needed with any other, at n2, n3 and n6. Those that ask come from other nodes, except where the
 * name says {@code owner}. {@code goes-back}: the replica was elsewhere while its owner was down. {@code inside}: one is inside already.
 */
final class SigmaChecks {
    static final Setup A1 = setup("nodes 3  protocol sigma  quorums all  voters 1  network fifo");
    static final Setup A1_UNORDERED = setup("nodes 3  protocol sigma  quorums all  voters 1  network unordered");
    static final Setup A2 = setup("nodes 4  protocol sigma  quorums all  voters 2  network fifo");
    static final Setup A2_UNORDERED = setup("nodes 4  protocol sigma  quorums all  voters 2  network unordered");
    private static final Setup M3 = setup("nodes 4  protocol sigma  quorums majority  voters 3  network fifo");
    private static final Setup M3_SIX = setup("nodes 6  protocol sigma  quorums majority  voters 3  network fifo");
    private static final Setup STAR =
            setup("nodes 6  protocol sigma  quorums {n1,n2} {n1,n3}  voters 3  network unordered");

    private static final NodeSet N1 = NodeSet.of(NodeId.of(0));
    private static final NodeSet N2 = NodeSet.of(NodeId.of(1));
    private static final NodeSet N3 = NodeSet.of(NodeId.of(2));

    /** n5 has the first vote and is told that n1, which is older, waits for it; so it yields. */
    private static final List<String> N5_YIELDS = List.of(
            "acquire n5",
            "deliver n5->n2",
            "deliver n2->n5",
            "deliver n5->n2",
            "deliver n2->n5",
            "acquire n1",
            "deliver n1->n2",
            "deliver n2->n1",
            "deliver n1->n2",
            "deliver n2->n1",
            "deliver n2->n5",
            "duplicate n5->n2",
            "deliver n5->n2");

    /** n1 gives up, and all that it has said comes to nothing. */
    private static final List<String> N1_GIVES_UP = List.of(
            "abandon n1",
            "deliver n1->n2",
            "deliver n1->n3",
            "deliver n3->n1",
            "deliver n1->n3",
            "deliver n1->n6",
            "deliver n6->n1",
            "deliver n1->n6",
            "deliver n2->n1",
            "deliver n1->n2",
            "deliver n2->n5");

    /** n5 enters by its votes of n2 and n3; n4, older, asks for all, and gets that of n6. */
    private static final List<String> N5_ENTERS = List.of(
            "deliver n5->n3",
            "deliver n3->n5",
            "deliver n5->n3",
            "deliver n3->n5",
            "acquire n4",
            "deliver n4->n6",
            "deliver n6->n4",
            "deliver n4->n6",
            "deliver n6->n4",
            "deliver n4->n3",
            "deliver n3->n4",
            "deliver n4->n3",
            "deliver n3->n4",
            "deliver n5->n6",
            "deliver n6->n5",
            "deliver n5->n6",
            "deliver n6->n5");

    /** n1 is inside by all three votes of {@link #M3}, and of such a lock with another protocol in which nobody is on the way. */
    static final String[] N1_INSIDE = {
        "acquire n1",
        "deliver n1->n2",
        "deliver n1->n3",
        "deliver n2->n1",
        "deliver n1->n2",
        "deliver n2->n1",
        "deliver n3->n1",
        "deliver n1->n3",
        "deliver n3->n1"
    };

    /** Violations show there after few states. */
    private static final int STEERED_STATES_MAX = 20_000;

    private SigmaChecks() {}

    /** Those who wait are served by age. */
    static CheckSystem order() {
        return system("sigma-a1-owner-3x1-order", A1.watching(Passing.byAge(0)), asking(1, 1, 1));
    }

    /** From small to large, systems of which each breaks without some rule of votes. */
    static List<CheckSystem> forMutants() {
        Stream<CheckSystem> steered = steered().stream().map(system -> system.within(STEERED_STATES_MAX));
        return Stream.of(quick().stream(), steered, slower().stream())
                .flatMap(systems -> systems)
                .toList();
    }

    private static List<CheckSystem> quick() {
        return List.of(
                system(
                        "sigma-a1-2x1-trust-fences",
                        A1.withFences(),
                        asking(1, 0, 1).withTrustEnds(1)),
                system("sigma-a2-2x1", A2, asking(1, 0, 0, 1)),
                system("sigma-a1-2x1-reset", A1, asking(1, 0, 1).withResets(1)),
                system("sigma-a2-2x1-unordered", A2_UNORDERED, asking(1, 0, 0, 1)),
                system("sigma-a1-1+2-unordered", A1_UNORDERED, asking(1, 0, 2)),
                system("sigma-a1-goes-back", A1, asking(1).withCrashes(1).withRestarts(1))
                        .after(
                                "crash n2",
                                "detect n1 of n2",
                                "detect n3 of n2",
                                "vote n1",
                                "vote n3",
                                "acquire n3",
                                "deliver n3->n1",
                                "deliver n1->n3",
                                "deliver n3->n1",
                                "deliver n1->n3"));
    }

    private static List<CheckSystem> slower() {
        return List.of(
                system(
                        "sigma-a1-owner-2x1-restart",
                        A1,
                        asking(1, 1).withCrashes(1).withMortal(N2).withRestarts(1)),
                system("sigma-a2-2x1-reset", A2, asking(1, 0, 0, 1).withResets(1)));
    }

    /** Where it takes much to show that a rule is missing, that much has happened already. */
    private static List<CheckSystem> steered() {
        return List.of(
                steered("sigma-star-late-yield", List.of("deliver n2->n5")),
                steered(
                        "sigma-star-late-yield-of-a-past-session",
                        List.of("deliver n2->n5", "distrust n5 of n2", "deliver n5->n2 @2", "deliver n2->n5")));
    }

    private static CheckSystem steered(String name, List<String> between) {
        String[] prefix = Stream.of(N5_YIELDS, between, N1_GIVES_UP, N5_ENTERS)
                .flatMap(List::stream)
                .toArray(String[]::new);
        return system(name, STAR, asking(0, 0, 0, 1)).after(prefix);
    }

    /** For every build. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(quick());
        systems.addAll(slower());
        systems.add(system("sigma-a1-2x1-half-reset", A1, asking(1, 0, 1).withOneSidedResets(1)));
        systems.add(system(
                "sigma-a1-2x1-unordered-copy", A1_UNORDERED, asking(1, 0, 1).withDuplicates(1)));
        systems.add(system(
                "sigma-a1-2+1-unordered-copy-fences",
                A1_UNORDERED.withFences(),
                asking(2, 0, 1).withDuplicates(1)));
        systems.add(system("sigma-a1-2x1-abandon", A1, asking(1, 0, 1).withAbandon()));
        systems.add(system("sigma-a1-2x1-crash", A1, asking(1, 0, 1).withCrashes(1)));
        systems.add(system("sigma-m3-2x1", M3, asking(1, 0, 0, 1)));
        systems.add(order());
        return List.copyOf(systems);
    }

    /** For long runs. */
    static List<CheckSystem> large() {
        List<CheckSystem> systems = new ArrayList<>(steered());
        systems.add(system("sigma-a2-2x1-trust", A2, asking(1, 0, 0, 1).withTrustEnds(1)));
        systems.add(system("sigma-a1-owner-3x1-crash", A1, asking(1, 1, 1).withCrashes(1)));
        systems.add(system(
                "sigma-a1-2x1-contender-restart",
                A1,
                asking(1, 0, 1).withCrashes(1).withMortal(N1).withRestarts(1)));
        systems.add(system(
                "sigma-a2-2x1-unordered-copy", A2_UNORDERED, asking(1, 0, 0, 1).withDuplicates(1)));
        systems.add(system("sigma-m3-six-2x1", M3_SIX, Limits.contenders(2, 1)));
        systems.add(inside("sigma-m3-inside-holder-crash", N1));
        systems.add(inside("sigma-m3-inside-replica-crash", N3));
        return List.copyOf(systems);
    }

    /** n1 is inside and n4 wants in, and such a node may crash. */
    private static CheckSystem inside(String name, NodeSet mortal) {
        return system(name, M3, asking(0, 0, 0, 1).withCrashes(1).withMortal(mortal))
                .after(N1_INSIDE);
    }

    private static Setup setup(String text) {
        return Setup.parse(text);
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem(name, setup, limits);
    }

    /** Each node asks so often. */
    static Limits asking(int... times) {
        List<List<Wish>> wishes = new ArrayList<>();
        for (int each : times) {
            wishes.add(Collections.nCopies(each, Wish.EXCLUSIVE));
        }
        return Limits.of(wishes);
    }
}
