// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.kit.Kits;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
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
        "central, Q1, 'nodes 5  protocol central  network fifo'"
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

    @Test
    void whoWaitsOnTheWayIsPassedOnceAndNotTwice() {
        Setup ring =
                Setup.parse("nodes 12  protocol nonendtoend  quorums all  voters 1  network fifo  overlay fixed:1");
        assertThat(run(ring, 5_000).failure()).isNull();
        SimulationReport.Failure failure = Optional.ofNullable(
                        run(ring.watching(Passing.byAge(0)), 5_000).failure())
                .orElseThrow();
        assertThat(failure.sentence()).contains("a waiter was passed");
    }
}
