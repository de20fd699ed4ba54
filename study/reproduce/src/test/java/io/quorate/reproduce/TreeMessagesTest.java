// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.Swarm;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.quorum.TreeAsPrinted;
import io.quorate.papers.tree.TreeLock;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.tree.TreeItems;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paper's "complexity study", counted: h is the depth of a complete tree, and a quorum has h + 1 sites. */
class TreeMessagesTest {
    private static final TreeLock TREE = new TreeLock();

    private static SimulationReport run(Setup setup, Load load, long seed) {
        SimulationReport report = Simulator.run(Simulation.of(setup, seed, load));
        assertThat(report.failure()).as("%s", report.toLines()).isNull();
        return report;
    }

    /** Of the paper: a quorum of h + 1 sites, 2h messages to enter, h at most log N / log d; and h more to leave. */
    @Test
    void theItemHasThePapersNumbersOfCompleteTrees() {
        assertThat(QuickRun.sheet("tree-complexity").rows())
                .extracting(row -> String.join(" ", row))
                .containsExactly(
                        "2 1 3 2 1 1 1 3",
                        "2 2 7 3 2 2 2 6",
                        "2 3 15 4 3 3 3 9",
                        "2 4 31 5 4 4 4 12",
                        "3 1 4 2 1 1 1 3",
                        "3 2 13 3 2 2 2 6",
                        "3 3 40 4 3 3 3 9");
    }

    @Test
    void theQuorumsAsPrintedWouldNotPassForOurs() {
        assertThat(TreeItems.quorumsOfAllViews(new Tree(9))).hasSize(31);
        assertThat(TreeItems.quorumsOfAllViews(new TreeAsPrinted(9, 2, TreeAsPrinted.Reading.LITERAL)))
                .hasSize(27);
    }

    @Test
    void correctedNothingIsFoundOfWhatIsWrongAsPrinted() {
        Setup three = Setup.usual(new TreeLock(), 3).over(Network.UNORDERED);
        assertThat(Explored.of(three, Limits.contenders(3, 1))
                        .breaks("3 sites", "one inside", Explored.TWO_INSIDE, 8, "corrected: there is none")
                        .verdict())
                .isEqualTo(Verdict.UNEXPLAINED);
    }

    @ParameterizedTest
    @CsvSource({"7, 2, 2", "15, 2, 3", "31, 2, 4", "63, 2, 5", "13, 3, 2", "40, 3, 3"})
    void underContentionAnEntryCostsAtMostSixForEach(int sites, int degree, int depth) {
        Setup setup = Setup.of(TREE, new Tree(sites, degree), sites);
        double most = 0;
        for (long seed = 1; seed <= 5; seed++) {
            for (Arrivals arrivals :
                    List.of(new Arrivals.Burst(1), new Arrivals.ClosedLoop(RandomDuration.constant(0), 1))) {
                SimulationReport report = run(setup, Load.of(arrivals, 20 * sites), seed);
                Map<String, Long> kinds = report.traffic().messagesByKind();
                long requests = kinds.get("Request");
                long yields = kinds.getOrDefault("Yield", 0L);
                long inquiries = kinds.getOrDefault("Inquire", 0L);
                assertThat(kinds.get("Reply"))
                        .as("one for each request, and one more for each time that it yielded")
                        .isEqualTo(requests + yields);
                assertThat(kinds.get("Relinq"))
                        .as("one for each request, and one for each inquiry that came after it")
                        .isBetween(requests, requests + inquiries - yields);
                most = Math.max(most, report.messagesPerEntry() / depth);
            }
        }
        assertThat(most).isLessThanOrEqualTo(6);
        assertThat(most).as("an older request seldom comes late").isBetween(3.0, 3.2);
    }

    @Test
    void aSwarmOfSmallClustersKeepsItsPromises() {
        long faults = 0;
        for (long seed = 1; seed <= 500; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(TREE, seed));
            assertThat(report.failure()).as("%s", report.toLines()).isNull();
            faults += report.injected().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
        assertThat(faults).isGreaterThan(500 * 5L);
    }

    @Test
    void aSwarmFindsWhatIsWrongAsPrinted() {
        long broken = 0;
        for (long seed = 1; seed <= 200; seed++) {
            broken += Simulator.run(Swarm.draw(TreeLock.asPrinted(), seed)).isOk() ? 0 : 1;
        }
        assertThat(broken).isGreaterThan(40);
    }
}
