// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.naimitrehel.NaimiTrehel;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Naimi and Trehel's algorithm, message by message. */
class NaimiTrehelTrafficTest {
    private static SimulationReport inTurn(int nodes, int claims) {
        return Demand.run(
                Simulation.of(Setup.usual(new NaimiTrehel(), nodes), 1, Load.of(new Arrivals.Alone(), claims)));
    }

    /** The nodes in turn, alone: n1 has the token, n2 asks it, and each further one asks n1, which hands that on to the one before. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 16, 64})
    void inTurnAnEntryTakesTwoRequestsAndTheToken(int nodes) {
        SimulationReport report = inTurn(nodes, nodes);
        assertThat(report.traffic().messagesByKind())
                .containsEntry("Request", 1L + 2L * (nodes - 2))
                .containsEntry("Token", nodes - 1L);
    }

    /** That leaves a chain from n2 to the last, and n1 that points to the last: when n1 has asked too, n2 is at the end of all. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 16, 64, 256})
    void theWorstEntryTakesAsManyMessagesAsThereAreNodes(int nodes) {
        long before = inTurn(nodes, nodes + 1).traffic().messages();
        assertThat(inTurn(nodes, nodes + 2).traffic().messages() - before).isEqualTo(nodes);
    }

    /** The sum 1 + 1/2 + ... + 1/(N-1), which grows as the logarithm of N does. */
    private static double harmonic(int nodes) {
        return IntStream.range(1, nodes).mapToDouble(each -> 1.0 / each).sum();
    }

    @ParameterizedTest
    @CsvSource({"4, 1.827", "16, 3.317", "64, 4.731", "256, 6.072"})
    void fromAnywhereAnEntryTakesTheHarmonicNumberOfMessages(int nodes, double measured) {
        requireHarmonic(nodes, measured);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"8, 2.586", "32, 4.033", "128, 5.418"})
    void soItIsInBetween(int nodes, double measured) {
        requireHarmonic(nodes, measured);
    }

    private static void requireHarmonic(int nodes, double measured) {
        Load load = Load.of(new Arrivals.Poisson(0.001), 20_000);
        SimulationReport report = Demand.run(Simulation.of(Setup.usual(new NaimiTrehel(), nodes), 1, load));
        assertThat(report.messagesPerEntry())
                .isCloseTo(measured, within(0.005))
                .isCloseTo(harmonic(nodes), within(0.01 * harmonic(nodes)));
    }

    @ParameterizedTest
    @CsvSource({"4, 2.744", "16, 3.619", "64, 3.879", "256, 3.856"})
    void saturatedItTakesLessThanFourHoweverManyThereAre(int nodes, double measured) {
        SimulationReport report = Demand.heavy(Setup.usual(new NaimiTrehel(), nodes));
        assertThat(report.messagesPerEntry()).isCloseTo(measured, within(0.005)).isLessThan(4);
    }

    @Test
    void aSwarmOfSmallClustersKeepsItsPromises() {
        for (long seed = 1; seed <= 150; seed++) {
            SimulationReport report = Simulator.run(Swarm.draw(new NaimiTrehel(), seed));
            assertThat(report.failure())
                    .as(() -> String.join("\n", report.toLines()))
                    .isNull();
        }
    }
}
