package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.NodeClaim;
import io.quorate.lab.world.Setup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 6.5 and 6.6 of Ricart and Agrawala's report, and standing replies, measured in virtual time. */
class RicartAgrawalaNumbersTest {
    private static final int SEEDS = 10;

    private static Setup setup(String rules, int nodes) {
        return Setup.usual(RicartAgrawala.with(rules), nodes);
    }

    /** How long each node has waited in all, and how often. */
    private static final class WaitsByNode implements ClusterObserver {
        private final long[] waited;
        private final long[] entries;
        private final Map<NodeClaim, Long> since = new LinkedHashMap<>();
        private LongSupplier now = () -> 0;

        WaitsByNode(int nodes) {
            this.waited = new long[nodes];
            this.entries = new long[nodes];
        }

        ClusterObserver from(LongSupplier clock) {
            now = clock;
            return this;
        }

        @Override
        public void waiting(NodeClaim claim) {
            since.put(claim, now.getAsLong());
        }

        @Override
        public void granted(NodeClaim claim) {
            waited[claim.node().index()] += now.getAsLong() - since.remove(claim);
            entries[claim.node().index()]++;
        }

        /** The mean wait of the second half of the nodes, for each second of that of the first half. */
        double secondHalfToFirst() {
            int half = waited.length / 2;
            return mean(waited.length - half, waited.length) / mean(0, half);
        }

        private double mean(int from, int to) {
            double sum = 0;
            long count = 0;
            for (int index = from; index < to; index++) {
                sum += waited[index];
                count += entries[index];
            }
            return sum / count;
        }
    }

    private static SimulationReport ok(Simulation simulation, Function<LongSupplier, ClusterObserver> watcher) {
        SimulationReport report = Simulator.run(simulation, List.of(), watcher);
        assertThat(report.failure()).as("%s", report.toLines()).isNull();
        return report;
    }

    private static double secondHalfToFirst(String rules, int nodes, Arrivals arrivals) {
        WaitsByNode waits = new WaitsByNode(nodes);
        for (long seed = 1; seed <= SEEDS; seed++) {
            ok(Simulation.of(setup(rules, nodes), seed, Load.of(arrivals, 50 * nodes)), waits::from);
        }
        return waits.secondHalfToFirst();
    }

    @Nested
    class Section65 {
        private static final Arrivals ALL_AT_ONCE = new Arrivals.Burst(1);
        private static final Arrivals NOW_AND_THEN = new Arrivals.ClosedLoop(Lapse.exponential(10_000_000), 1);

        /** When all ask at once, nearly all numbers are equal, and nodes enter in the order of their own numbers. */
        @ParameterizedTest
        @CsvSource({"4, 2.22, 1.08", "8, 2.31, 1.01"})
        void randomIncrementsTakeAwayWhatTiesGiveToLowerNumberedNodes(int nodes, double unit, double random) {
            assertThat(secondHalfToFirst("counted", nodes, ALL_AT_ONCE)).isCloseTo(unit, within(0.02));
            assertThat(secondHalfToFirst("random-increments", nodes, ALL_AT_ONCE))
                    .isCloseTo(random, within(0.02));
        }

        @ParameterizedTest
        @ValueSource(ints = {4, 8})
        void alsoWhenTheyAskNowAndThenAsTheReportSaysSlightly(int nodes) {
            assertThat(secondHalfToFirst("counted", nodes, NOW_AND_THEN)).isBetween(1.05, 1.15);
            assertThat(secondHalfToFirst("random-increments", nodes, NOW_AND_THEN))
                    .isBetween(0.98, 1.02);
        }

        /** Those that lose ties go first because the others step farther. */
        @ParameterizedTest
        @CsvSource({"4, 0.45", "8, 0.43"})
        void smallIncrementsArePriority(int nodes, double ratio) {
            assertThat(secondHalfToFirst("priority", nodes, ALL_AT_ONCE)).isCloseTo(ratio, within(0.02));
        }
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
            Arrivals arrivals = new Arrivals.ClosedLoop(Lapse.exponential(1_000_000L * thinkMillis), 1);
            SimulationReport report = run(5, arrivals);
            assertThat(report.messagesPerEntry()).isCloseTo(counted, within(0.02));
            assertThat(report.traffic().messagesByKind().get("Reply"))
                    .isEqualTo(report.traffic().messagesByKind().get("Request"));
        }

        @Test
        void anEntryNeverCostsMoreThanTwoForEachOtherNode() {
            for (long seed = 1; seed <= 50; seed++) {
                int nodes = (int) (2 + seed % 6);
                Arrivals arrivals = new Arrivals.ClosedLoop(Lapse.exponential(200_000L * seed), 1);
                Simulation simulation = Simulation.of(
                                setup("standing-replies", nodes).over(Network.UNORDERED),
                                seed,
                                Load.of(arrivals, 20 * nodes))
                        .with(Lapse.heavyTailed(Simulation.USUAL_DELAY));
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
