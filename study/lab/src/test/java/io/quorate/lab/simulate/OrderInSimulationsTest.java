// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.kit.Kits;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.overlay.dht.Rule;
import io.quorate.overlay.dht.nonendtoend.NonEndToEnd;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every simulation without faults watches the order of those who wait, if the protocol declares one. */
class OrderInSimulationsTest {
    private static final int CLAIMS = 600;

    /** Frames take less time than holds, so that often no frame is under way when the lock is given back; by chance some overtake. */
    private static SimulationReport run(Setup setup, long delayMax) {
        Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.exponential(Simulation.USUAL_DELAY), 1), CLAIMS);
        return Simulator.run(Simulation.of(setup, 1, load).with(RandomDuration.uniform(1_000, delayMax)));
    }

    @ParameterizedTest
    @CsvSource({
        "sigma, A6, 'nodes 5  protocol sigma  quorums all  voters 1  network unordered'",
        "central, Q1, 'nodes 5  protocol central  network fifo'",
        "quorumlock, A4d, 'nodes 5  protocol quorumlock  quorums majority  network unordered'",
        "tree, A5, 'nodes 7  protocol tree  quorums tree  network unordered'",
        "sequential, A2, 'nodes 4  protocol sequential  quorums {n1,n2}  network unordered'",
        "cyclic, A2, 'nodes 4  protocol cyclic  quorums {n1,n2}  network fifo'",
        "suzuki-kasami, P1c, 'nodes 5  protocol suzuki-kasami  quorums all  network unordered'",
        "raymond, Q1, 'nodes 7  protocol raymond  quorums tree  network unordered'",
        "maekawa, A10, 'nodes 7  protocol maekawa  quorums plane  network unordered'",
        "thiare-fall, A10, 'nodes 8  protocol thiare-fall  quorums intersection-only  network unordered'"
    })
    void aMutantThatServesInAnotherOrderIsFound(String name, String rule, String setup) {
        Setup right = Setup.parse(setup);
        assertThat(right.protocol().name()).isEqualTo(name);
        assertThat(run(right, 400_000).failure()).isNull();
        Setup wrong = right.without(Kits.without(right.protocol(), rule));
        SimulationReport.Failure failure =
                Optional.ofNullable(run(wrong, 400_000).failure()).orElseThrow();
        assertThat(failure.sentence()).contains("a waiter was passed").contains("with no frame under way");
    }

    private static final String RING =
            "nodes 12  protocol nonendtoend  quorums all  voters 1  network fifo  overlay fixed:1";

    @Test
    void aReplicaOfNonEndToEndThatServesByArrivalIsFound() {
        Rule rule = Rule.A6_THE_OLDEST_FIRST;
        Mutant byArrival = new Mutant(rule.number(), rule.leftOut(), () -> NonEndToEnd.without(rule));
        SimulationReport.Failure failure = Optional.ofNullable(
                        run(Setup.parse(RING).without(byArrival), 5_000).failure())
                .orElseThrow();
        assertThat(failure.sentence()).contains("a waiter was passed");
    }

    @Test
    void whoWaitsOnTheWayIsPassedOnceAndNotTwice() {
        Setup ring = Setup.parse(RING);
        assertThat(run(ring, 5_000).failure()).isNull();
        SimulationReport.Failure failure = Optional.ofNullable(
                        run(ring.watching(Passing.byAge(0)), 5_000).failure())
                .orElseThrow();
        assertThat(failure.sentence()).contains("a waiter was passed");
    }
}
