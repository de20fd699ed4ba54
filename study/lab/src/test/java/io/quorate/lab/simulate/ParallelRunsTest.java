// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtFigure.Varied;
import io.quorate.lab.dht.DhtResult;
import io.quorate.lab.dht.Workload;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
class ParallelRunsTest {
    private static final int THREADS = 3;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final ParallelRuns parallel = new ParallelRuns(threads, THREADS);

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void simulationsAtTheSameTimeAreTheSameAsOneAfterTheOther() {
        for (String name : List.of("quorumlock", "maekawa", "sigma")) {
            Protocol<?> protocol = Protocols.named(name);
            List<SimulationReport> inSequence =
                    ParallelRuns.SEQUENTIAL.all(12, run -> Simulator.run(Swarm.draw(protocol, run)));
            List<SimulationReport> atOnce = parallel.all(12, run -> Simulator.run(Swarm.draw(protocol, run)));

            assertThat(atOnce)
                    .extracting(SimulationReport::traceHash)
                    .containsExactlyElementsOf(
                            inSequence.stream().map(SimulationReport::traceHash).toList());
            assertThat(atOnce)
                    .extracting(SimulationReport::traffic)
                    .containsExactlyElementsOf(
                            inSequence.stream().map(SimulationReport::traffic).toList());
        }
    }

    @Test
    void runsOfTheVerySameSimulationDoNotDisturbEachOther() {
        Simulation same =
                Simulation.of(Setup.usual(Protocols.named("maekawa"), 13), 1, Load.of(new Arrivals.Poisson(0.8), 300));
        long alone = Simulator.run(same).traceHash();

        assertThat(parallel.all(9, run -> Simulator.run(same).traceHash())).containsOnly(alone);
    }

    @Test
    void aFigureIsTheSame() {
        Protocol<?> sigma = Protocols.named("sigma");
        DhtExperiment base = DhtExperiment.of(sigma, 60, 5).with(new Workload(10, 6, 4, 0.5));
        DhtFigure figure = new DhtFigure(
                Varied.NODES, List.of(sigma, Protocols.named("endtoend")), List.of("30", "60", "90"), 2, base);
        DhtResult inSequence = figure.run(DhtFigure.Progress.NONE);
        DhtResult atOnce = figure.run(parallel, DhtFigure.Memory.NONE, DhtFigure.Progress.NONE);

        assertThat(atOnce.means()).usingRecursiveComparison().isEqualTo(inSequence.means());
    }

    @Test
    void theFirstFailureIsTheFirstInOrderEvenIfALaterOneComesEarlier() {
        CountDownLatch laterIsOver = new CountDownLatch(1);

        List<Integer> outcomes = parallel.until(
                100,
                run -> {
                    if (run == 1) {
                        await(laterIsOver);
                    } else if (run == 2) {
                        laterIsOver.countDown();
                    }
                    return run;
                },
                run -> run == 1 || run == 2);

        assertThat(outcomes).containsExactly(0, 1);
    }

    @Test
    void whatIsThrownIsThrownWhereItWouldBeInSequence() {
        CountDownLatch laterIsOver = new CountDownLatch(1);

        assertThatThrownBy(() -> parallel.all(10, run -> {
                    if (run == 1) {
                        await(laterIsOver);
                        throw new IllegalArgumentException("run 1");
                    } else if (run == 2) {
                        laterIsOver.countDown();
                        throw new IllegalArgumentException("run 2");
                    }
                    return run;
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("run 1");
    }

    @Test
    void refusesNoRunAtATime() {
        assertThatThrownBy(() -> new ParallelRuns(Runnable::run, 0)).hasMessageContaining("at least one run at a time");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
