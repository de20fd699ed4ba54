// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Distances;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class DelaysTest {
    private static final int DRAWS = 200_000;
    private static final long MEAN = 1_000_000;

    /** Many lengths of time, in order. */
    private static long[] draws(RandomDuration duration) {
        Randomness randomness = new Randomness(7);
        long[] drawn = new long[DRAWS];
        Arrays.setAll(drawn, place -> duration.draw(randomness));
        Arrays.sort(drawn);
        return drawn;
    }

    private static double deviation(long[] drawn) {
        double mean = Arrays.stream(drawn).average().orElseThrow();
        return Math.sqrt(Arrays.stream(drawn)
                .mapToDouble(each -> (each - mean) * (each - mean))
                .average()
                .orElseThrow());
    }

    @Test
    void everyDistributionHasTheMeanItNames() {
        for (String name : List.of("constant", "uniform", "exponential", "heavy")) {
            RandomDuration duration = RandomDuration.named(name, MEAN);
            assertThat(duration.mean()).isEqualTo(MEAN);
            assertThat(Arrays.stream(draws(duration)).average().orElseThrow())
                    .as(name)
                    .isCloseTo(MEAN, withinPercentage(1.0));
        }
    }

    @Test
    void constantIsAlwaysTheSame() {
        assertThat(draws(RandomDuration.constant(MEAN))).containsOnly(MEAN);
    }

    @Test
    void uniformIsEverywhereBetweenItsEndsAlike() {
        long[] drawn = draws(RandomDuration.uniform(MEAN, 3 * MEAN));
        assertThat(drawn[0]).isBetween(MEAN, MEAN + MEAN / 100);
        assertThat(drawn[DRAWS - 1]).isBetween(3 * MEAN - MEAN / 100, 3 * MEAN);
        for (int tenth = 1; tenth < 10; tenth++) {
            assertThat(drawn[DRAWS / 10 * tenth]).isCloseTo(MEAN + 2 * MEAN / 10 * tenth, within(MEAN / 100));
        }
    }

    @Test
    void exponentialHasTheDeviationOfItsMeanAndItsMedian() {
        long[] drawn = draws(RandomDuration.exponential(MEAN));
        assertThat(deviation(drawn)).isCloseTo(MEAN, withinPercentage(1.0));
        assertThat(drawn[DRAWS / 2]).isCloseTo(Math.round(Math.log(2) * MEAN), withinPercentage(1.0));
        // Without memory: of those that last longer than the mean, as many last longer than twice the mean as of all
        // than once.
        double longer = Arrays.stream(drawn).filter(each -> each > MEAN).count();
        double muchLonger = Arrays.stream(drawn).filter(each -> each > 2 * MEAN).count();
        assertThat(muchLonger / longer).isCloseTo(longer / DRAWS, withinPercentage(2.0));
    }

    @Test
    void heavyIsMostlyShortAndNowAndThenVeryLong() {
        long[] drawn = draws(RandomDuration.heavyTailed(MEAN));
        assertThat(drawn[DRAWS / 2])
                .as("half is shorter")
                .isCloseTo(Math.round(MEAN * Math.exp(-0.5)), withinPercentage(1.0));
        double far = Arrays.stream(drawn).filter(each -> each > 10 * MEAN).count();
        assertThat(far / DRAWS).as("ten times the mean").isBetween(0.002, 0.004);
        assertThat(Math.exp(-10.0)).as("of exponential ones").isLessThan(0.0001);
    }

    @Test
    void zonesAreFilledOneAfterTheOther() {
        Distances distances = Delays.parse("zones:3:1:1000").over(7);
        assertThat(zones(distances, 7)).isEqualTo("n1 n2 n3|n4 n5|n6 n7");
        assertThat(zones(Delays.parse("zones:1,4,2:1:1000").over(7), 7)).isEqualTo("n1|n2 n3 n4 n5|n6 n7");
        assertThat(zones(Delays.parse("zones:3:1:1000").over(2), 2)).isEqualTo("n1|n2");
        // 3 * 2 + 2 + 2 links within a zone, of 42
        assertThat(distances.mean()).isCloseTo((10 * 1 + 32 * 1000) / 42.0, within(1e-9));
        assertThat(distances.max()).isEqualTo(1000);
    }

    /** Who is near whom. */
    private static String zones(Distances distances, int nodes) {
        StringBuilder text = new StringBuilder("n1");
        for (int index = 1; index < nodes; index++) {
            boolean near =
                    distances.between(NodeId.of(index - 1), NodeId.of(index)).mean() == 1;
            text.append(near ? " " : "|").append(NodeId.of(index));
        }
        return text.toString();
    }

    @Test
    void aRunHasTheDelaysOfItsLinks() {
        Delays delays = Delays.parse("matrix:exponential:1ms,exponential:5ms/uniform:8ms:12ms,2ms@1,1,2");
        Map<String, List<Long>> taken = travelTimes(delays, 3);
        assertThat(mean(taken.get("n1->n2"))).isCloseTo(1e6, withinPercentage(10.0));
        assertThat(mean(taken.get("n1->n3"))).isCloseTo(5e6, withinPercentage(10.0));
        assertThat(mean(taken.get("n2->n3"))).isCloseTo(5e6, withinPercentage(10.0));
        assertThat(mean(taken.get("n3->n1"))).as("the way back").isCloseTo(10e6, withinPercentage(3.0));
        assertThat(taken.get("n3->n2")).allMatch(nanos -> nanos >= 8_000_000 && nanos <= 12_000_000);
    }

    private static double mean(List<Long> times) {
        assertThat(times).hasSizeGreaterThan(300);
        return times.stream().mapToLong(each -> each).average().orElseThrow();
    }

    private static Map<String, List<Long>> travelTimes(Delays delays, int nodes) {
        Map<String, List<Long>> taken = new TreeMap<>();
        Setup setup = Setup.parse(
                "nodes " + nodes + "  protocol quorumlock  quorums all  network " + Network.UNORDERED.text());
        Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.constant(0), 1), 600);
        SimulationReport report = Simulator.run(
                Simulation.of(setup, 3, load).with(delays), List.of(), clock -> new TravelTimes(clock, taken));
        assertThat(report.failure()).isNull();
        assertThat(report.simulation().setup().protocol()).isInstanceOf(QuorumLock.class);
        return taken;
    }

    private static final class TravelTimes implements ClusterObserver {
        private final LongSupplier clock;
        private final Map<String, List<Long>> taken;
        private final IdentityHashMap<FrameInFlight, Long> sentAt = new IdentityHashMap<>();

        TravelTimes(LongSupplier clock, Map<String, List<Long>> taken) {
            this.clock = clock;
            this.taken = taken;
        }

        @Override
        public void sent(NodeId from, NodeId to, FrameInFlight packet) {
            sentAt.put(packet, clock.getAsLong());
        }

        @Override
        public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
            taken.computeIfAbsent(from + "->" + to, link -> new ArrayList<>())
                    .add(clock.getAsLong() - sentAt.get(packet));
        }
    }

    @Test
    void aFileNamesZones() {
        List<String> lines = List.of(
                "# one way",
                "zones  europe  asia",
                "nodes  europe europe asia",
                "as     exponential",
                "europe 300us   90ms   # over land",
                "asia   uniform:80ms:99ms  constant:1ms");
        assertThat(DelayFile.read(lines).text())
                .isEqualTo(
                        "matrix:exponential:300000,exponential:90000000/uniform:80000000:99000000,constant:1000000@1,1,2");
        assertThat(DelayFile.read(List.of("0 5ms", "7ms 0")).text())
                .isEqualTo("matrix:constant:0,constant:5000000/constant:7000000,constant:0");
    }

    @Test
    void aFileThatCannotBeReadIsRefusedWithTheLineAndWhatToWrite() {
        assertRefused("line 2: there is no zone \"mars\"", "zones europe", "nodes mars");
        assertRefused("line 3: there are 2 zones, but 1 delays", "zones a b", "nodes a b", "a 5ms");
        assertRefused("line 3: the rows stand in the order of the zones", "zones a b", "nodes a b", "b 5ms 6ms");
        assertRefused("line 1: \"soon\" is no length of time", "soon 5ms");
        assertRefused("as in: nodes a a b", "zones a b", "a 1 2", "b 2 1");
        assertRefused("there are 1 rows for 2 zones", "zones a b", "nodes a b", "a 1 2");
        assertRefused("There must be a row of delays", "# nothing");
        assertRefused("as many columns as rows", "1 2 3", "1 2 3");
    }

    private static void assertRefused(String because, String... lines) {
        assertThatThrownBy(() -> DelayFile.read(List.of(lines)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(because);
    }
}
