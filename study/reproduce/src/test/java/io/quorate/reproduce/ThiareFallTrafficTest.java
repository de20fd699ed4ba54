// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.audit.MessagesPerClaim;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.ThiareFall;
import io.quorate.papers.quorum.IntersectionOnly;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.SetProperties;
import io.quorate.reproduce.measure.SingleEntry;
import io.quorate.reproduce.thiarefall.ThiareFallItems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 7 of Thiare and Fall beyond its items: every node at once, and the load on the intersection nodes. */
class ThiareFallTrafficTest {
    private static Setup setup(String quorums, int nodes) {
        return Setup.of(new ThiareFall(), Quorums.named(quorums, nodes), nodes);
    }

    @ParameterizedTest
    @CsvSource({
        "13, intersection-only:2, 1, 1",
        "13, intersection-only:7, 3, 7",
        "13, intersection-only, 4, 13",
        "57, intersection-only:13, 4, 13",
        "133, intersection-only:21, 5, 21"
    })
    void aClientTakes3MMessagesAndAnArbiterThreeLess(int nodes, String quorums, int m, int arbiters) {
        QuorumSystem system = Quorums.named(quorums, nodes);
        assertThat(((IntersectionOnly) system).arbiters()).isEqualTo(arbiters);
        assertThat(SetProperties.of(system).size()).isEqualTo(new SetProperties.Span(m, m));
        for (int node = 0; node < nodes; node += 6) {
            boolean isArbiter = system.quorumOf(NodeId.of(node)).contains(node);
            assertThat(SingleEntry.of(setup(quorums, nodes), NodeId.of(node)).all())
                    .isEqualTo(3L * (isArbiter ? m - 1 : m));
        }
    }

    @Test
    void withHeavyTailedDelaysItNeverTakesMoreThanItsBudget() {
        Setup setup = setup("intersection-only:7", 57);
        Arrivals now = new Arrivals.ClosedLoop(RandomDuration.exponential(5_000_000), 1);
        Simulation run = Simulation.of(setup, 2, Load.of(now, 570)).with(RandomDuration.heavyTailed(2_000_000));
        SimulationReport report = Demand.run(run, MessagesPerClaim.contended(setup));
        assertThat(Demand.kindsAddUp(report.traffic().messagesByKind())).isTrue();
    }

    /** The table on the protocol's page, without the rows that the item thiare-fall-section-1 has at its quick scale. */
    @ParameterizedTest
    @CsvSource({
        "13, intersection-only:3, 5.31, 2.08, 7.08, 2.77",
        "57, intersection-only:21, 13.89, 0.89, 18.52, 1.20",
        "133, plane, 33.00, 0.50, 44.0, 0.67",
        "133, intersection-only:7, 8.84, 1.31, 11.78, 1.75",
        "133, intersection-only:21, 14.53, 0.81, 19.36, 1.09"
    })
    void fewerMessagesThanMaekawasAndABusierBusiestNode(
            int nodes, String quorums, double light, double lightBusiest, double heavy, double heavyBusiest) {
        SimulationReport alone = Demand.light(setup(quorums, nodes));
        SimulationReport contended = Demand.heavy(setup(quorums, nodes));
        double[] measured = {
            alone.messagesPerEntry(), Demand.busiest(alone), contended.messagesPerEntry(), Demand.busiest(contended)
        };
        assertThat(measured).containsExactly(new double[] {light, lightBusiest, heavy, heavyBusiest}, within(0.011));
    }

    /** The same table, the rows of the item. */
    @Test
    void theItemHasTheRowsOfThePage() {
        assertThat(QuickRun.sheet("thiare-fall-section-1").rows())
                .extracting(row -> String.join(" ", row))
                .containsExactly(
                        "13 plane 9 1.385 11.983 1.871",
                        "13 intersection-only:7 7.385 1.615 9.821 2.16",
                        "21 plane 12 1.143 15.992 1.543",
                        "21 intersection-only:7 8 1.429 10.654 1.912",
                        "57 plane 21 0.737 27.992 0.993",
                        "57 intersection-only:7 8.632 1.368 11.499 1.828");
    }

    @Test
    void whatIsCheckedAsPrintedIsNotTheCorrectedSystem() {
        assertThat(Explored.of(ThiareFallItems.system("4-3x1"))
                        .breaks("4 nodes", "no deadlock", Explored.DEADLOCK, 14, "corrected: there is none")
                        .verdict())
                .isEqualTo(Verdict.UNEXPLAINED);
        assertThat(Explored.of(ThiareFallItems.asPrinted("4-3x1"))
                        .verified("4 nodes", "no deadlock")
                        .verdict())
                .isEqualTo(Verdict.UNEXPLAINED);
    }
}
