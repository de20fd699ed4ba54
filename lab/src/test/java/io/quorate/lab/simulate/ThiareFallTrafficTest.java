package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.catalog.Quorums;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.protocol.maekawa.ThiareFall;
import io.quorate.core.protocol.reference.central.Central;
import io.quorate.core.quorum.IntersectionOnly;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.audit.MessageBudget;
import io.quorate.lab.world.Setup;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 7 of Thiare and Fall, counted, and what it does not count: the load on the intersection nodes. */
class ThiareFallTrafficTest {
    private static Setup setup(String quorums, int nodes) {
        return Setup.of(new ThiareFall(), Quorums.named(quorums, nodes), nodes);
    }

    @Nested
    class Section7 {
        @ParameterizedTest
        @CsvSource({
            "13, intersection-only:2, 1, 1",
            "13, intersection-only:7, 3, 7",
            "13, intersection-only, 4, 13",
            "21, intersection-only:7, 3, 7",
            "57, intersection-only:7, 3, 7",
            "57, intersection-only:13, 4, 13",
            "57, intersection-only:21, 5, 21",
            "133, intersection-only:7, 3, 7",
            "133, intersection-only:21, 5, 21"
        })
        void anEntryAloneTakesAClient3MMessagesAndAnArbiterThreeLess(int nodes, String quorums, int m, int arbiters) {
            QuorumSystem system = Quorums.named(quorums, nodes);
            assertThat(((IntersectionOnly) system).arbiters()).isEqualTo(arbiters);
            for (int index = 0; index < nodes; index++) {
                assertThat(system.quorumOf(NodeId.of(index)).size()).isEqualTo(m);
            }
            SimulationReport report = Demand.light(setup(quorums, nodes));
            int clients = nodes - arbiters;
            assertThat(report.traffic().messages()).isEqualTo(3L * clients * m + 3L * arbiters * (m - 1));
        }

        /** The paper's 5M forgets the same as Maekawa's 5(K-1). */
        @ParameterizedTest
        @CsvSource({"13, intersection-only:7, 3", "57, intersection-only:7, 3", "57, intersection-only:13, 4"})
        void underHeavyDemandItTakesAboutFourAndNeverMoreThanSeven(int nodes, String quorums, int m) {
            Setup setup = setup(quorums, nodes);
            SimulationReport report = Demand.heavy(setup);
            assertThat(Demand.perAsked(report)).isBetween(3.9, 4.1);
            assertThat(Demand.kindsAddUp(report.traffic().messagesByKind())).isTrue();
            Arrivals now = new Arrivals.ClosedLoop(Lapse.exponential(5_000_000), 1);
            Demand.run(
                    Simulation.of(setup, 2, Load.of(now, 10 * nodes)).with(Lapse.heavyTailed(2_000_000)),
                    MessageBudget.contended(m + 1));
        }

        @ParameterizedTest
        @ValueSource(ints = {3, 7, 13})
        void withOneIntersectionNodeItIsTheCentralAlgorithm(int nodes) {
            SimulationReport hub = Demand.light(setup("intersection-only:2", nodes));
            SimulationReport central = Demand.light(Setup.usual(new Central(), nodes));
            assertThat(hub.traffic().messages())
                    .isEqualTo(central.traffic().messages())
                    .isEqualTo(3L * (nodes - 1));
            assertThat(hub.traffic().busiestMessages()).isEqualTo(hub.traffic().messages());
        }

        @ParameterizedTest
        @ValueSource(ints = {7, 13, 21, 57, 133})
        void withAPlaneOfAllNodesItIsMaekawas(int nodes) {
            SimulationReport here = Demand.light(Setup.usual(new ThiareFall(), nodes));
            SimulationReport maekawa = Demand.light(Setup.usual(new Maekawa(), nodes));
            assertThat(here.traffic()).isEqualTo(maekawa.traffic());
        }

        /** "Similar to Ricart and Agrawala's" in whom it asks; that algorithm takes 2(N-1) messages. */
        @Test
        void withEverybodyAnIntersectionNodeItAsksAllAndTakesThreeMessagesForEach() {
            String everybody =
                    IntStream.rangeClosed(1, 9).mapToObj(number -> "n" + number).collect(Collectors.joining(","));
            SimulationReport report = Demand.light(setup("intersection-only:" + everybody + "/" + everybody, 9));
            assertThat(report.messagesPerEntry()).isEqualTo(3 * (9 - 1));
        }
    }

    /** The table on the protocol's page. */
    @Nested
    class SideBySideWithMaekawa {
        @ParameterizedTest
        @CsvSource({
            "13, plane, 9.00, 1.38, 11.98, 1.87",
            "13, intersection-only:7, 7.38, 1.62, 9.82, 2.15",
            "13, intersection-only:3, 5.31, 2.08, 7.08, 2.77",
            "21, plane, 12.00, 1.14, 15.99, 1.54",
            "21, intersection-only:7, 8.00, 1.43, 10.65, 1.91",
            "57, plane, 21.00, 0.74, 27.99, 0.99",
            "57, intersection-only:7, 8.63, 1.37, 11.5, 1.83",
            "57, intersection-only:21, 13.89, 0.89, 18.52, 1.20",
            "133, plane, 33.00, 0.50, 44.0, 0.67",
            "133, intersection-only:7, 8.84, 1.31, 11.78, 1.75",
            "133, intersection-only:21, 14.53, 0.81, 19.36, 1.09"
        })
        void fewerMessagesAndABusierBusiestNode(
                int nodes, String quorums, double light, double lightBusiest, double heavy, double heavyBusiest) {
            SimulationReport alone = Demand.light(setup(quorums, nodes));
            SimulationReport contended = Demand.heavy(setup(quorums, nodes));
            double[] measured = {
                alone.messagesPerEntry(), Demand.busiest(alone), contended.messagesPerEntry(), Demand.busiest(contended)
            };
            assertThat(measured)
                    .containsExactly(new double[] {light, lightBusiest, heavy, heavyBusiest}, within(0.011));
        }
    }
}
