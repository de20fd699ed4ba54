// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.sequential;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.sequential.Cyclic;
import io.quorate.papers.sequential.Sequential;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The systems that the two variations of Maekawa's section 10 are explored in. {@code triangle} is the plane of three nodes,
 * {@code fano} that of seven; {@code a2} are two arbiters, both needed, and others who ask; the rest of the names as for the
 * quorum lock.
 */
final class SequentialChecks {
    private static final Protocol<?> SEQUENTIAL = new Sequential();
    private static final Protocol<?> CYCLIC = new Cyclic();

    private SequentialChecks() {}

    /** Those of one of the two variations. */
    static List<CheckSystem> of(String protocol, List<CheckSystem> systems) {
        return systems.stream()
                .filter(system -> system.setup().protocol().name().equals(protocol))
                .toList();
    }

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants(String protocol) {
        return protocol.equals(SEQUENTIAL.name()) ? sequentialForMutants() : cyclicForMutants();
    }

    private static List<CheckSystem> sequentialForMutants() {
        Limits twoAskers = asking(2, 1, 1);
        return List.of(
                system("sequential-a2-2x1", arbiters(SEQUENTIAL, 2, 2), twoAskers),
                system("sequential-triangle-3x1", triangle(SEQUENTIAL), Limits.contenders(3, 1)),
                system("sequential-a2-2x1-half-reset", arbiters(SEQUENTIAL, 2, 2), twoAskers.withOneSidedResets(1)),
                system(
                        "sequential-a2-2x1-abandon-unordered-copy",
                        unordered(arbiters(SEQUENTIAL, 2, 2)),
                        twoAskers.withAbandon().withDuplicates(1)),
                system(
                        "sequential-a1-2+1-unordered-copy",
                        unordered(arbiters(SEQUENTIAL, 1, 2)),
                        asking(1, 2, 1).withDuplicates(1)),
                system(
                        "sequential-triangle-3x1-unordered-copy",
                        unordered(triangle(SEQUENTIAL)),
                        Limits.contenders(3, 1).withDuplicates(1)));
    }

    private static List<CheckSystem> cyclicForMutants() {
        Limits twoAskers = asking(2, 1, 1);
        return List.of(
                system("cyclic-a2-2x1", arbiters(CYCLIC, 2, 2), twoAskers),
                system("cyclic-triangle-3x1", triangle(CYCLIC), Limits.contenders(3, 1)),
                system(
                        "cyclic-triangle-3x1-abandon",
                        triangle(CYCLIC),
                        Limits.contenders(3, 1).withAbandon()),
                system("cyclic-a2-2x1-abandon", arbiters(CYCLIC, 2, 2), twoAskers.withAbandon()),
                system("cyclic-a2-2x1-half-reset", arbiters(CYCLIC, 2, 2), twoAskers.withOneSidedResets(1)),
                system(
                        "cyclic-a2-2+1-abandon",
                        arbiters(CYCLIC, 2, 2),
                        asking(2, 2, 1).withAbandon()),
                system(
                        "cyclic-a2-2+1-half-reset",
                        arbiters(CYCLIC, 2, 2),
                        asking(2, 2, 1).withOneSidedResets(1)),
                system(
                        "cyclic-grid4-3x1-abandon",
                        grid(CYCLIC),
                        Limits.contenders(3, 1).withAbandon()));
    }

    /** One member for all, so that its queue is the order; two that wait, and one that asks again. */
    static CheckSystem order(String protocol) {
        Protocol<?> either = protocol.equals(SEQUENTIAL.name()) ? SEQUENTIAL : CYCLIC;
        Setup watched = arbiters(either, 1, 3).watching(Passing.byArrival(0));
        return system(protocol + "-a1-3-order", watched, asking(1, 2, 1, 1));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>();
        systems.addAll(sequentialForMutants());
        systems.addAll(cyclicForMutants());
        for (Protocol<?> protocol : List.of(SEQUENTIAL, CYCLIC)) {
            systems.addAll(ofBoth(protocol));
        }
        return systems;
    }

    private static List<CheckSystem> ofBoth(Protocol<?> protocol) {
        String name = protocol.name();
        Limits three = Limits.contenders(3, 1);
        return List.of(
                system(name + "-triangle-3x2", triangle(protocol), Limits.contenders(3, 2)),
                system(name + "-fano-3x1", fano(protocol), three),
                system(name + "-fano-4x1", fano(protocol), Limits.contenders(4, 1)),
                system(name + "-fano-3x1-abandon", fano(protocol), three.withAbandon()),
                system(
                        name + "-triangle-3x1-abandon-reset",
                        triangle(protocol),
                        three.withAbandon().withResets(1)),
                system(
                        name + "-grid4-2x1-abandon-2-half-resets",
                        grid(protocol),
                        Limits.contenders(2, 1).withAbandon().withOneSidedResets(2)));
    }

    /** For long runs: each takes from seconds to a minute. */
    static List<CheckSystem> large() {
        Limits everyFault = Limits.contenders(2, 1)
                .withAbandon()
                .withResets(1)
                .withOneSidedResets(1)
                .withDuplicates(1);
        Limits twoResets = Limits.contenders(2, 1).withAbandon().withResets(2);
        Limits threeContend = Limits.contenders(3, 1).withAbandon();
        return List.of(
                system("sequential-fano-2x1-abandon-2-resets", fano(SEQUENTIAL), twoResets),
                system(
                        "sequential-grid4-3x1-abandon-unordered-copy",
                        unordered(grid(SEQUENTIAL)),
                        threeContend.withDuplicates(1)),
                system("sequential-triangle-2x1-every-fault-unordered", unordered(triangle(SEQUENTIAL)), everyFault),
                system("cyclic-fano-2x1-abandon-2-resets", fano(CYCLIC), twoResets),
                system(
                        "cyclic-triangle-3x2-abandon",
                        triangle(CYCLIC),
                        Limits.contenders(3, 2).withAbandon()),
                system(
                        "cyclic-triangle-3x1-abandon-2-resets",
                        triangle(CYCLIC),
                        threeContend.withResets(1).withOneSidedResets(1)),
                system("cyclic-grid4-3x1-abandon-reset", grid(CYCLIC), threeContend.withResets(1)));
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem(name, setup, limits);
    }

    private static Setup unordered(Setup setup) {
        return setup.over(Network.UNORDERED);
    }

    private static Setup triangle(Protocol<?> protocol) {
        return Setup.of(protocol, new ProjectivePlane(3), 3);
    }

    private static Setup grid(Protocol<?> protocol) {
        return Setup.of(protocol, new Grid(4), 4);
    }

    private static Setup fano(Protocol<?> protocol) {
        return Setup.of(protocol, new ProjectivePlane(7), 7);
    }

    /** A number of nodes that only vote, all of them needed, and a number that only ask. */
    private static Setup arbiters(Protocol<?> protocol, int arbiters, int contenders) {
        return Setup.of(protocol, new Explicit(arbiters, List.of(NodeSet.first(arbiters))), arbiters + contenders);
    }

    /** First a number of nodes that ask for nothing; each of the others asks this often. */
    private static Limits asking(int arbiters, int... times) {
        List<List<Wish>> wishes = new ArrayList<>(Collections.nCopies(arbiters, List.of()));
        for (int each : times) {
            wishes.add(Collections.nCopies(each, Wish.EXCLUSIVE));
        }
        return Limits.of(wishes);
    }
}
