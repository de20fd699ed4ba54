package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.quorumlock.QuorumLock;
import io.quorate.core.protocol.sequential.Cyclic;
import io.quorate.core.protocol.sequential.Sequential;
import io.quorate.core.quorum.ProjectivePlane;
import io.quorate.lab.world.Setup;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maekawa's section 10, counted in the simulator. */
class SequentialLocksTest {
    private static final long DELAY = 1_000_000;

    private static SimulationReport everyNodeEntersOnceAlone(Protocol<?> protocol, int nodes) {
        Setup setup = Setup.of(protocol, new ProjectivePlane(nodes), nodes);
        Simulation simulation = Simulation.of(setup, 1, Load.of(new Arrivals.Alone(), nodes));
        return ok(Simulator.run(simulation.with(Lapse.constant(DELAY))));
    }

    private static SimulationReport ok(SimulationReport report) {
        assertThat(report.toLines())
                .as("a report of a run that breaks no promise")
                .noneMatch(line -> line.startsWith("BROKEN"));
        return report;
    }

    /** How many nodes stand between others in their own quorums, so that a Request comes by them on its way. */
    private static long originsInTheMiddle(int nodes) {
        ProjectivePlane plane = new ProjectivePlane(nodes);
        return IntStream.range(0, nodes)
                .filter(origin -> {
                    NodeSet quorum = plane.quorumOf(NodeId.of(origin));
                    assertThat(quorum.contains(origin)).isTrue();
                    return quorum.next(0) < origin && quorum.next(origin + 1) >= 0;
                })
                .count();
    }

    @Nested
    class Section10 {
        @ParameterizedTest
        @CsvSource({"3, 2", "7, 3", "13, 4", "21, 5", "133, 12", "381, 20"})
        void requestsOneByOneTakeTwiceTheOtherMembersToEnterAndOnceToClear(int nodes, int members) {
            SimulationReport report = everyNodeEntersOnceAlone(new Sequential(), nodes);
            assertThat(report.claims().entries()).isEqualTo(nodes);
            assertThat(report.traffic().messagesByKind())
                    .containsOnlyKeys("Request", "Locked", "Release")
                    .allSatisfy((kind, count) -> assertThat(count).isEqualTo((long) (members - 1) * nodes));
        }

        @ParameterizedTest
        @CsvSource({"3, 2", "7, 3", "13, 4", "21, 5", "133, 12", "381, 20"})
        void aRequestThatPassesAroundTakesAsManyPassesAsThereAreMembersAndOneMoreFromTheMiddle(int nodes, int members) {
            SimulationReport report = everyNodeEntersOnceAlone(new Cyclic(), nodes);
            long passes = (long) members * nodes + originsInTheMiddle(nodes);
            long clear = (long) (members - 1) * nodes;
            assertThat(report.traffic().messages()).isEqualTo(passes + clear);
            assertThat(report.traffic().messagesByKind())
                    .containsOnlyKeys("Request", "Locked", "Release")
                    .containsEntry("Release", clear);
        }

        /** The parallel rule is that of the quorum lock, which without contention sends what section 4 does. */
        @ParameterizedTest
        @CsvSource({"3, 2", "7, 3", "13, 4", "21, 5", "133, 12", "381, 20"})
        void theGreaterDelayIsARoundTripForEachOtherMemberInsteadOfOneForAll(int nodes, int members) {
            double parallel =
                    everyNodeEntersOnceAlone(new QuorumLock(), nodes).waits().mean();
            double oneByOne =
                    everyNodeEntersOnceAlone(new Sequential(), nodes).waits().mean();
            double around =
                    everyNodeEntersOnceAlone(new Cyclic(), nodes).waits().mean();
            double passes = members + (double) originsInTheMiddle(nodes) / nodes;
            assertThat(parallel).isEqualTo(2.0 * DELAY);
            assertThat(oneByOne / parallel).isEqualTo(members - 1.0);
            assertThat(around / parallel).isCloseTo(passes / 2, within(1e-9));
        }
    }

    @Test
    void contentionAddsNoMessageAndAWaiterIsOvertakenAFewTimesByEachOtherNode() {
        for (int nodes : List.of(3, 7, 13, 21)) {
            int members = new ProjectivePlane(nodes).quorumOf(NodeId.of(0)).size();
            for (long seed = 1; seed <= 3; seed++) {
                Load load = Load.of(new Arrivals.ClosedLoop(Lapse.constant(0), 1), 20 * nodes);
                SimulationReport oneByOne =
                        ok(Simulator.run(Simulation.of(Setup.usual(new Sequential(), nodes), seed, load)));
                assertThat(oneByOne.messagesPerEntry()).isEqualTo(3.0 * (members - 1));
                SimulationReport around =
                        ok(Simulator.run(Simulation.of(Setup.usual(new Cyclic(), nodes), seed, load)));
                assertThat(around.messagesPerEntry()).isBetween(2.0 * members - 1, 2.0 * members);
                assertThat(oneByOne.overtakings().worst()).isBetween(1L, 3L * nodes);
                assertThat(around.overtakings().worst()).isBetween(1L, 3L * nodes);
            }
        }
    }

    @Test
    void aSwarmOfSmallClustersKeepsItsPromises() {
        for (Protocol<?> protocol : List.of(new Sequential(), new Cyclic())) {
            for (long seed = 1; seed <= 150; seed++) {
                ok(Simulator.run(Swarm.draw(protocol, seed)));
            }
        }
    }
}
