// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.bench.grey.GreyFigures.Side;
import io.quorate.cli.bench.load.HandOffs;
import io.quorate.cli.bench.load.Timeline.Waits;
import org.junit.jupiter.api.Test;

/** Ratios and verdicts. */
final class GreyFiguresTest {
    private static final Side HEALTHY = side(2, 10, 1_000, 5);

    private static Side side(double p99, double longest, double turnsPerSecond, double handOff) {
        return new Side(
                new Waits(100, 1, 1.5, p99, longest, 0),
                turnsPerSecond,
                new HandOffs(new Waits(100, 1, 1, 1, handOff, 0), 0),
                0);
    }

    private static GreyFigures figures(Side grey) {
        return new GreyFigures("", 3, GreyFault.FROZEN, HEALTHY, new Waits(10, 1, 1, 1, 3_000, 0), grey, 0);
    }

    @Test
    void theFirstSecondOfTheFaultIsNoStall() {
        assertThat(figures(side(6, 49, 801, 99)).missed()).isEmpty();
    }

    @Test
    void ratiosAreOfGreyToHealthy() {
        GreyFigures figures = figures(side(5, 49, 900, 99));
        assertThat(figures.p99Ratio()).isEqualTo(2.5);
        assertThat(figures.p50Ratio()).isEqualTo(1);
        assertThat(figures.throughputRatio()).isEqualTo(0.9);
    }

    @Test
    void everyMissedAimIsNamedWithItsFigure() {
        assertThat(figures(side(7, 50, 800, 100)).missed())
                .containsExactly("p99 3.5x", "stall 50 ms", "throughput 80 %", "hand-off 100 ms");
    }

    @Test
    void aMissingFigureIsAMissedAim() {
        assertThat(figures(side(Double.NaN, Double.NaN, 0, Double.NaN)).missed())
                .hasSize(4);
    }
}
