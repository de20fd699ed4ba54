// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Standing replies, measured in virtual time; and swarms with each way of choosing numbers of Ricart and Agrawala's report. */
class RicartAgrawalaNumbersTest {
    private static Setup setup(String rules, int nodes) {
        return Setup.usual(RicartAgrawala.with(rules), nodes);
    }

    private static SimulationReport ok(Simulation simulation, Function<LongSupplier, ClusterObserver> watcher) {
        SimulationReport report = Simulator.run(simulation, List.of(), watcher);
        assertThat(report.failure()).as("%s", report.toLines()).isNull();
        return report;
    }

    @Nested
    class StandingReplies {
        @ParameterizedTest
        @ValueSource(ints = {2, 3, 5, 9})
        void areNoUseWhenAllTakeTurns(int nodes) {
            SimulationReport report = run(nodes, new Arrivals.Alone());
            assertThat(report.messagesPerEntry()).isEqualTo(2 * (nodes - 1));
        }

        /** For five nodes, where 2(N-1) is 8. */
        @ParameterizedTest
        @CsvSource({"0, 7.94", "1, 7.78", "10, 5.00", "100, 4.04"})
        void spareMoreTheLessOthersAskInBetween(int thinkMillis, double counted) {
            Arrivals arrivals = new Arrivals.ClosedLoop(RandomDuration.exponential(1_000_000L * thinkMillis), 1);
            SimulationReport report = run(5, arrivals);
            assertThat(report.messagesPerEntry()).isCloseTo(counted, within(0.02));
            assertThat(report.traffic().messagesByKind().get("Reply"))
                    .isEqualTo(report.traffic().messagesByKind().get("Request"));
        }

        @Test
        void anEntryNeverCostsMoreThanTwoForEachOtherNode() {
            for (long seed = 1; seed <= 50; seed++) {
                int nodes = (int) (2 + seed % 6);
                Arrivals arrivals = new Arrivals.ClosedLoop(RandomDuration.exponential(200_000L * seed), 1);
                Simulation simulation = Simulation.of(
                                setup("standing-replies", nodes).over(Network.UNORDERED),
                                seed,
                                Load.of(arrivals, 20 * nodes))
                        .with(RandomDuration.heavyTailed(Simulation.USUAL_DELAY));
                assertThat(ok(simulation, clock -> ClusterObserver.NONE).messagesPerEntry())
                        .isBetween(0.0, 2.0 * (nodes - 1));
            }
        }

        private static SimulationReport run(int nodes, Arrivals arrivals) {
            return ok(
                    Simulation.of(setup("standing-replies", nodes), 1, Load.of(arrivals, 200 * nodes)),
                    clock -> ClusterObserver.NONE);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "corrected",
                "counted",
                "modulo",
                "random-increments",
                "priority",
                "readers-writers",
                "counted+readers-writers",
                "writers-first",
                "standing-replies",
                "counted+standing-replies"
            })
    void aSwarmOfSmallClustersKeepsItsPromises(String rules) {
        for (long seed = 1; seed <= 40; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(RicartAgrawala.with(rules), seed));
            assertThat(report.failure()).as("%s", report.toLines()).isNull();
        }
    }
}
