// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.lamport.Lamport;
import io.quorate.papers.reference.suzukikasami.SuzukiKasami;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the algorithms that are there to compare with cost, counted: N nodes, T is the delay of a message. */
class ReferenceTrafficTest {
    private static final long DELAY = 1_000_000;

    static IntStream sizes() {
        return IntStream.rangeClosed(2, 13);
    }

    private static SimulationReport light(Protocol<?> protocol, int nodes) {
        return Demand.light(Setup.usual(protocol, nodes));
    }

    private static SimulationReport heavy(Protocol<?> protocol, int nodes) {
        return Demand.heavy(Setup.usual(protocol, nodes));
    }

    /** Every node enters once, alone, and every message takes the same time. */
    private static SimulationReport lightInStep(Protocol<?> protocol, int nodes) {
        Load load = Load.of(new Arrivals.Alone(), nodes);
        return Demand.run(Simulation.of(Setup.usual(protocol, nodes), 1, load).with(RandomDuration.constant(DELAY)));
    }

    /** Every node asks once, about at the same time. */
    private static SimulationReport allAtOnce(Protocol<?> protocol, int nodes) {
        Load load = Load.of(new Arrivals.Burst(1), nodes);
        return Demand.run(
                Simulation.of(Setup.usual(protocol, nodes), 1, load).with(RandomDuration.constant(100 * DELAY)));
    }

    /** Everybody always wants the lock, and every message takes the same time. */
    private static SimulationReport heavyInStep(Protocol<?> protocol, int nodes) {
        Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.constant(0), 1), 100 * nodes);
        return Demand.run(Simulation.of(Setup.usual(protocol, nodes), 1, load).with(RandomDuration.constant(DELAY)));
    }

    /** How long it takes, in units of T, from one hold to the next, if everybody always wants one. */
    private static double betweenHolds(Protocol<?> protocol, int nodes) {
        SimulationReport report = heavyInStep(protocol, nodes);
        double all = (double) report.virtualNanos() / report.claims().entries();
        return (all - report.simulation().load().hold().mean()) / DELAY;
    }

    @Nested
    class OfLamport {
        private static final List<String> KINDS = List.of("Request", "Acknowledge", "Release");

        static IntStream sizes() {
            return ReferenceTrafficTest.sizes();
        }

        @ParameterizedTest
        @MethodSource("sizes")
        void everyHoldCostsThreeMessagesForEachOtherNodeHoweverManyContend(int nodes) {
            for (SimulationReport report : List.of(light(new Lamport(), nodes), heavy(new Lamport(), nodes))) {
                long each = (nodes - 1) * report.claims().entries();
                assertThat(report.traffic().messagesByKind()).containsOnlyKeys(KINDS);
                assertThat(report.traffic().messagesByKind().values()).containsOnly(each);
                assertThat(report.messagesPerEntry()).isEqualTo(3.0 * (nodes - 1));
            }
        }

        /** The footnote: of two requests that cross, the later one stands for the acknowledgement of the earlier one. */
        @ParameterizedTest
        @MethodSource("sizes")
        void withoutTheAcknowledgementsThatAreNotNeededEveryPairThatCrossesSavesOne(int nodes) {
            assertThat(light(Lamport.sparing(), nodes).messagesPerEntry()).isEqualTo(3.0 * (nodes - 1));
            for (SimulationReport report :
                    List.of(allAtOnce(Lamport.sparing(), nodes), heavy(Lamport.sparing(), nodes))) {
                assertThat(report.messagesPerEntry() / (nodes - 1))
                        .isGreaterThanOrEqualTo(2.5)
                        .isLessThan(3.0);
            }
        }
    }

    @Nested
    class OfSuzukiAndKasami {
        static IntStream sizes() {
            return ReferenceTrafficTest.sizes();
        }

        /** The token begins at n1, whose hold costs nothing. */
        @ParameterizedTest
        @MethodSource("sizes")
        void aHoldCostsNothingWhereTheTokenIsAndAsManyMessagesAsThereAreNodesElsewhere(int nodes) {
            assertThat(light(new SuzukiKasami(), nodes).traffic().messagesByKind())
                    .isEqualTo(Map.of("Request", (nodes - 1L) * (nodes - 1), "Privilege", nodes - 1L));
        }

        @ParameterizedTest
        @MethodSource("sizes")
        void underContentionTheTokenMovesWithEveryHoldAndNoMessageIsAdded(int nodes) {
            SimulationReport report = heavyInStep(new SuzukiKasami(), nodes);
            Map<String, Long> kinds = report.traffic().messagesByKind();
            long moved = kinds.get("Privilege");
            assertThat(kinds).containsOnlyKeys("Request", "Privilege").containsEntry("Request", (nodes - 1) * moved);
            assertThat(moved)
                    .as("all but the first hold, of n1")
                    .isEqualTo(report.claims().entries() - 1);
        }
    }

    @Test
    void aHoldWithoutContentionTakesOneRoundTrip() {
        for (int nodes : List.of(2, 5, 13)) {
            assertThat(lightInStep(new Lamport(), nodes).waits().max()).isEqualTo(2 * DELAY);
            assertThat(lightInStep(new SuzukiKasami(), nodes).waits().max()).isEqualTo(2 * DELAY);
        }
    }

    @Test
    void underContentionTheLockMovesInOneDelay() {
        for (Protocol<?> protocol : List.<Protocol<?>>of(new Lamport(), Lamport.sparing(), new SuzukiKasami())) {
            assertThat(betweenHolds(protocol, 5)).as(protocol.fullName()).isBetween(0.95, 1.05);
        }
    }

    @Test
    void aSwarmOfSmallClustersKeepsItsPromises() {
        long faults = 0;
        long abandoned = 0;
        for (Protocol<?> protocol : List.<Protocol<?>>of(new Lamport(), Lamport.sparing(), new SuzukiKasami())) {
            for (long seed = 1; seed <= 150; seed++) {
                SimulationReport report = Demand.run(Swarm.draw(protocol, seed));
                faults += report.injected().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                abandoned += report.claims().abandoned();
            }
        }
        assertThat(faults).isGreaterThan(1_000);
        assertThat(abandoned).isGreaterThan(100);
    }

    /** So that the swarm above shows something. */
    @Test
    void aSwarmNoticesARuleThatIsLeftOut() {
        for (Protocol<?> protocol : List.<Protocol<?>>of(new Lamport(), new SuzukiKasami())) {
            for (String rule : List.of("S1", "S2")) {
                Mutant mutant = Kits.without(protocol, rule);
                assertThat(Stream.iterate(1L, seed -> seed + 1)
                                .limit(150)
                                .map(seed -> Swarm.draw(mutant.protocol(), seed))
                                .filter(simulation -> !Simulator.run(simulation).isOk()))
                        .as("%s without %s", protocol.name(), rule)
                        .isNotEmpty();
            }
        }
    }
}
