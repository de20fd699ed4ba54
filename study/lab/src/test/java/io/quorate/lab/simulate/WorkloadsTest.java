// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.Popularity;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.central.Central;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Claims come as the workload says. */
class WorkloadsTest {
    private static final int NODES = 5;
    private static final int CLAIMS = 20_000;
    private static final long MILLI = 1_000_000;
    private static final RandomDuration HOLD = RandomDuration.constant(MILLI);

    /** Who asked for what, and when; and how long each held or waited. */
    private static final class Diary {
        private final List<Long> asked = new ArrayList<>();
        private final Map<String, Integer> byNode = new TreeMap<>();
        private final Map<String, Integer> byLock = new TreeMap<>();
        private final Map<String, List<Long>> thought = new LinkedHashMap<>();
    }

    private static Diary run(Load load) {
        Diary diary = new Diary();
        Setup setup = Setup.usual(new Central(), NODES);
        SimulationReport report =
                Simulator.run(Simulation.of(setup, 11, load), List.of(), clock -> new ClusterObserver() {
                    private final Map<String, Long> releasedAt = new LinkedHashMap<>();

                    @Override
                    public void waiting(NodeClaim claim) {
                        diary.asked.add(clock.getAsLong());
                        diary.byNode.merge(claim.node().toString(), 1, Integer::sum);
                        diary.byLock.merge(claim.lock().toString(), 1, Integer::sum);
                        Long since = releasedAt.remove(claim.node().toString());
                        if (since != null) {
                            diary.thought
                                    .computeIfAbsent(claim.node().toString(), node -> new ArrayList<>())
                                    .add(clock.getAsLong() - since);
                        }
                    }

                    @Override
                    public void released(NodeClaim claim) {
                        releasedAt.put(claim.node().toString(), clock.getAsLong());
                    }
                });
        assertThat(report.failure()).isNull();
        assertThat(diary.asked).hasSize(load.claims());
        return diary;
    }

    private static double share(Map<String, Integer> counts, String name) {
        return (double) counts.getOrDefault(name, 0)
                / counts.values().stream().mapToInt(count -> count).sum();
    }

    @Test
    void poissonClaimsComeAtTheRateOfTheLoadAndWithoutMemory() {
        Diary diary = run(Load.of(new Arrivals.Poisson(0.25), CLAIMS));
        List<Long> gaps = new ArrayList<>();
        for (int place = 1; place < diary.asked.size(); place++) {
            gaps.add(diary.asked.get(place) - diary.asked.get(place - 1));
        }
        double mean = gaps.stream().mapToLong(gap -> gap).average().orElseThrow();
        // Busy for a hold and two messages, a quarter of the time.
        assertThat(mean).isCloseTo((MILLI + 2.0 * Simulation.USUAL_DELAY) / 0.25, withinPercentage(3.0));
        double longer = gaps.stream().filter(gap -> gap > mean).count();
        assertThat(longer / gaps.size()).isCloseTo(Math.exp(-1), within(0.01));
        assertThat(diary.byNode)
                .hasSize(NODES)
                .allSatisfy((node, count) -> assertThat(count).isCloseTo(CLAIMS / NODES, withinPercentage(5.0)));
    }

    @Test
    void clientsInALoopThinkForAsLongAsTheyShould() {
        RandomDuration think = RandomDuration.exponential(4 * MILLI);
        Diary diary = run(Load.of(new Arrivals.ClosedLoop(think, 1), CLAIMS));
        List<Long> all = new ArrayList<>();
        diary.thought.values().forEach(all::addAll);
        assertThat(all).hasSize(CLAIMS - NODES);
        double mean = all.stream().mapToLong(each -> each).average().orElseThrow();
        assertThat(mean).isCloseTo(4.0 * MILLI, withinPercentage(3.0));
        double longer = all.stream().filter(each -> each > 4 * MILLI).count();
        assertThat(longer / all.size()).isCloseTo(Math.exp(-1), within(0.02));
    }

    @Test
    void aBurstIsSoManyClaimsOfEachNodeAtOnce() {
        Diary diary = run(Load.of(new Arrivals.Burst(3), 3 * NODES));
        assertThat(diary.byNode)
                .hasSize(NODES)
                .allSatisfy((node, count) -> assertThat(count).isEqualTo(3));
        assertThat(diary.asked.get(3 * NODES - 1)).isLessThan(10 * Simulation.USUAL_DELAY);
    }

    @Test
    void burstsComeAgainAndAgain() {
        long every = 100 * MILLI;
        Diary diary = run(Load.of(new Arrivals.Bursts(8, RandomDuration.constant(every)), 800));
        Map<Long, Integer> inBurst = new TreeMap<>();
        for (long time : diary.asked) {
            inBurst.merge(time / every, 1, Integer::sum);
            assertThat(time % every).as("soon after the burst began").isLessThan(20 * Simulation.USUAL_DELAY);
        }
        assertThat(inBurst)
                .hasSize(100)
                .allSatisfy((burst, count) -> assertThat(count).isEqualTo(8));
        assertThat(diary.byNode).hasSize(NODES);
    }

    @Test
    void locksAreWantedByZipfsLaw() {
        Load load = new Load(new Arrivals.Poisson(0.5), CLAIMS, 10, 0, HOLD, null);
        Diary even = run(load);
        Diary zipf = run(load.wanting(new Popularity.Zipf(1.0)));
        double harmonic = 0;
        for (int place = 1; place <= 10; place++) {
            harmonic += 1.0 / place;
        }
        for (int place = 1; place <= 10; place++) {
            String lock = place == 1 ? "L" : "L" + place;
            assertThat(share(even.byLock, lock)).isCloseTo(0.1, within(0.01));
            assertThat(share(zipf.byLock, lock)).isCloseTo(1 / (place * harmonic), within(0.01));
        }
    }

    @Test
    void aHotLockHasItsShareAndTheOthersTheRest() {
        Popularity hot = Popularity.parse("L=0.5,L4=0.2", Clients::lockName, 5);
        Load load = new Load(
                new Arrivals.ClosedLoop(RandomDuration.constant(MILLI), 2),
                CLAIMS,
                5,
                0,
                HOLD,
                null,
                hot,
                Popularity.even());
        Map<String, Integer> byLock = run(load).byLock;
        assertThat(share(byLock, "L")).isCloseTo(0.5, within(0.01));
        assertThat(share(byLock, "L4")).isCloseTo(0.2, within(0.01));
        assertThat(share(byLock, "L2")).isCloseTo(0.1, within(0.01));
    }

    @Test
    void aHotNodeAsksMoreWhateverTheArrivals() {
        Popularity hot = new Popularity.HotSpots(Map.of(1, 0.6));
        List<Arrivals> open = List.of(
                new Arrivals.Alone(),
                new Arrivals.Poisson(0.5),
                new Arrivals.Bursts(7, RandomDuration.constant(50 * MILLI)));
        for (Arrivals arrivals : open) {
            Map<String, Integer> byNode = run(Load.of(arrivals, CLAIMS).askedBy(hot)).byNode;
            assertThat(share(byNode, "n2")).as(arrivals.text()).isCloseTo(0.6, within(0.015));
            assertThat(share(byNode, "n4")).as(arrivals.text()).isCloseTo(0.1, within(0.015));
        }
        // Of 5 * 2 clients or claims it has 6.
        Map<String, Integer> ofBurst = run(Load.of(new Arrivals.Burst(2), 10).askedBy(hot)).byNode;
        assertThat(ofBurst.toString()).isEqualTo("{n1=1, n2=6, n3=1, n4=1, n5=1}");
        Arrivals loop = new Arrivals.ClosedLoop(RandomDuration.exponential(500 * MILLI), 2);
        assertThat(share(run(Load.of(loop, CLAIMS).askedBy(hot)).byNode, "n2")).isCloseTo(0.6, within(0.02));
    }

    @Test
    void whatIsDealtOutIsAllAndInProportion() {
        assertThat(Popularity.even().deal(15, 5)).containsExactly(3, 3, 3, 3, 3);
        assertThat(new Popularity.HotSpots(Map.of(0, 0.5)).deal(5, 5)).containsExactly(2, 1, 1, 1, 0);
        assertThat(new Popularity.Zipf(1).deal(100, 3)).containsExactly(55, 27, 18);
        assertThat(new Popularity.HotSpots(Map.of(2, 1.0)).deal(4, 3)).containsExactly(0, 0, 4);
    }

    @Test
    void zonesAndHotSpotsKeepTheirPromisesToo() {
        for (long seed = 1; seed <= 50; seed++) {
            Simulation drawn = Swarm.draw(new QuorumLock(), seed);
            Load load = drawn.load().arriving(new Arrivals.Bursts(6, RandomDuration.exponential(20 * MILLI)));
            Simulation simulation =
                    drawn.with(load.wanting(new Popularity.Zipf(1.2))).with(Delays.parse("zones:2"));
            SimulationReport report = Simulator.run(simulation);
            assertThat(report.failure()).as("%s", report.toLines()).isNull();
            assertThat(Simulator.run(simulation)).as("the same again").isEqualTo(report);
        }
    }
}
