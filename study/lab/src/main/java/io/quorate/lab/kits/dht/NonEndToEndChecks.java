// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import static io.quorate.lab.kits.dht.SigmaChecks.asking;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.List;

/**
 * The systems that the Non End-to-End protocol is explored in. Nodes send only to the next on each side of a ring, so that
 * requests pass others: {@code way4} is the ring n1, n4, n2, n3, {@code way5} has n5 behind n4. {@code a1} is one replica, at n2;
 * {@code a2} two, at n2 and n3, both needed: so n1 and n4 are on each other's way. {@code m3} is a majority of three; of {@code six}
 * nodes that send to everybody they are at three.
 */
final class NonEndToEndChecks {
    private static final Setup A1 = way("nodes 4  protocol nonendtoend  quorums all  voters 1  network fifo");
    private static final Setup A1_FIVE = way("nodes 5  protocol nonendtoend  quorums all  voters 1  network fifo");
    private static final Setup A2 = way("nodes 4  protocol nonendtoend  quorums all  voters 2  network fifo");
    private static final Setup M3 = way("nodes 4  protocol nonendtoend  quorums majority  voters 3  network fifo");
    private static final Setup M3_SIX =
            Setup.parse("nodes 6  protocol nonendtoend  quorums majority  voters 3  network fifo");
    private static final Setup PRINTED =
            way("nodes 4  protocol nonendtoend  rules as-printed  quorums majority  voters 3  network fifo");
    private static final Setup PRINTED_SIX =
            way("nodes 6  protocol nonendtoend  rules as-printed  quorums majority  voters 3  network fifo");

    private static final Limits TWO = asking(1, 0, 0, 1);
    private static final NodeSet N1 = NodeSet.of(NodeId.of(0));
    private static final NodeSet N3 = NodeSet.of(NodeId.of(2));
    private static final NodeSet N5 = NodeSet.of(NodeId.of(4));

    /** n1 is inside by all three votes of {@link #M3}. */
    private static final String[] N1_INSIDE = {
        "acquire n1",
        "deliver n1->n3",
        "deliver n1->n4",
        "deliver n3->n1",
        "deliver n1->n3",
        "deliver n3->n1",
        "deliver n4->n2",
        "deliver n2->n1",
        "deliver n1->n2",
        "deliver n2->n1"
    };

    private NonEndToEndChecks() {}

    /** From small to large, systems of which each breaks without some rule of partial queues. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("nonendtoend-way4-a1-2x1", A1, TWO),
                system("nonendtoend-way4-a2-2x1", A2, TWO),
                system(
                        "nonendtoend-way4-a1-2x1-contender-crash",
                        A1,
                        TWO.withCrashes(1).withMortal(N1)),
                system("nonendtoend-way4-a1-2x1-unordered-copy", A1.over(Network.UNORDERED), TWO.withDuplicates(1)));
    }

    /** For every build. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("nonendtoend-way4-a1-2x1-abandon", A1, TWO.withAbandon()));
        systems.add(system("nonendtoend-way4-a1-2x1-reset", A1, TWO.withResets(1)));
        systems.add(system("nonendtoend-way4-a1-2x1-trust-fences", A1.withFences(), TWO.withTrustEnds(1)));
        systems.add(system("nonendtoend-way5-a1-3x1", A1_FIVE, asking(1, 0, 0, 1, 1)));
        systems.add(system("nonendtoend-as-printed-way4-m3-2x1", PRINTED, TWO));
        return List.copyOf(systems);
    }

    /** For long runs. */
    static List<CheckSystem> large() {
        return List.of(
                system("nonendtoend-way4-m3-2x1", M3, TWO),
                system("nonendtoend-m3-six-2x1", M3_SIX, Limits.contenders(2, 1)),
                system("nonendtoend-way4-a1-2x1-crash", A1, TWO.withCrashes(1)),
                system(
                        "nonendtoend-way5-a1-2x1-way-crash",
                        A1_FIVE,
                        TWO.withCrashes(1).withMortal(N5)),
                system("nonendtoend-as-printed-way6-m3-3x1", PRINTED_SIX, asking(1, 0, 0, 1, 1)),
                inside("nonendtoend-way4-m3-inside-holder-crash", N1),
                inside("nonendtoend-way4-m3-inside-replica-crash", N3));
    }

    /** n1 is inside and n4 wants in, and such a node may crash. */
    private static CheckSystem inside(String name, NodeSet mortal) {
        return system(name, M3, asking(0, 0, 0, 1).withCrashes(1).withMortal(mortal))
                .after(N1_INSIDE);
    }

    private static Setup way(String text) {
        return Setup.parse(text).withReach(1);
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem(name, setup, limits);
    }
}
