package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.catalog.Quorums;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.quorumlock.QuorumLock;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.world.Setup;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of Maekawa's paper, section 8.1, counted: every node enters once, alone, and each message is counted. */
class MaekawaTablesTest {
    private static SimulationReport everyNodeEntersOnce(QuorumSystem quorums) {
        int nodes = quorums.size();
        Setup setup = Setup.of(new QuorumLock(), quorums, nodes);
        SimulationReport report = Simulator.run(Simulation.of(setup, 1, Load.of(new Arrivals.Alone(), nodes)));
        assertThat(report.failure()).isNull();
        assertThat(report.claims().entries()).isEqualTo(nodes);
        return report;
    }

    private static double messagesPerEntry(String system, int nodes) {
        return everyNodeEntersOnce(Quorums.named(system, nodes)).messagesPerEntry();
    }

    @Nested
    class TableI {
        @ParameterizedTest
        @CsvSource({"3, 2, 3", "7, 3, 6", "13, 4, 9", "21, 5, 12", "133, 12, 33", "381, 20, 57"})
        void anEntryCostsThreeMessagesForEachOtherMemberOfALine(int nodes, int members, int printed) {
            QuorumSystem plane = Quorums.named("plane", nodes);
            assertThat(plane.quorumOf(NodeId.of(0)).size()).isEqualTo(members);
            SimulationReport report = everyNodeEntersOnce(plane);
            assertThat(report.traffic().messages()).isEqualTo((long) printed * nodes);
            assertThat(report.traffic().messagesByKind())
                    .containsOnlyKeys("Request", "Grant", "Release")
                    .allSatisfy((kind, count) -> assertThat(count).isEqualTo((long) (members - 1) * nodes));
        }
    }

    @Nested
    class TableII {
        @ParameterizedTest
        @CsvSource({"5, 4.8", "6, 5.5", "10, 8.1", "18, 11.7"})
        void aDegeneratePlaneCostsWhatThePaperPrintsOrLess(int nodes, double printed) {
            assertThat(messagesPerEntry("degenerate-plane", nodes)).isLessThanOrEqualTo(printed + 0.005);
        }

        @ParameterizedTest
        @CsvSource({"5, 4.80", "6, 5.50", "10, 8.10", "18, 11.50"})
        void whichIsTheLeastThatTheMethodCanReach(int nodes, double least) {
            assertThat(messagesPerEntry("degenerate-plane", nodes)).isCloseTo(least, within(0.005));
        }

        @ParameterizedTest
        @CsvSource({"10, 6.90", "18, 9.83"})
        void aPlaneOnSomeOfTheNodesCostsLessStill(int nodes, double counted) {
            assertThat(messagesPerEntry("plane-on-subset", nodes)).isCloseTo(counted, within(0.005));
        }

        @ParameterizedTest
        @CsvSource({"5, 6", "6, 6", "10, 9", "18, 12"})
        void equalLoadForEveryNumberOfNodesCostsALittleMore(int nodes, double counted) {
            assertThat(messagesPerEntry("cyclic-cover", nodes)).isEqualTo(counted);
        }
    }
}
