// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.bench.load.Spread;
import io.quorate.cli.bench.load.Workload;
import io.quorate.peers.Figures.Round;
import org.junit.jupiter.api.Test;

final class FiguresTest {
    @Test
    void aSpreadHasTheMiddleAndTheQuartiles() {
        assertThat(Spread.of(new double[] {5, 1, 4, 2, 3})).isEqualTo(new Spread(1, 2, 3, 4, 5));
        assertThat(Spread.of(new double[] {1, 2}).median()).isEqualTo(1.5);
    }

    @Test
    void aWaitWithoutEndStaysInfinite() {
        double never = Double.POSITIVE_INFINITY;
        assertThat(Spread.of(new double[] {never, never}).median()).isInfinite();
        assertThat(Spread.of(new double[] {7, never, 3}).median()).isEqualTo(7);
    }

    @Test
    void aRatioIsTakenWithinTheRound() {
        Figures figures = new Figures();
        // The second round was ten times as slow for both: their ratio is not.
        figures.add(round(Contestant.FLOOR, 1, 1_000));
        figures.add(round(Contestant.QUORATE_3, 1, 800));
        figures.add(round(Contestant.QUORATE_3, 2, 80));
        figures.add(round(Contestant.FLOOR, 2, 100));
        Spread ratio = figures.ratio(Contestant.QUORATE_3, Workload.MANY, Round::perSecond);
        assertThat(ratio.lowest()).isEqualTo(0.8);
        assertThat(ratio.highest()).isEqualTo(0.8);
    }

    private static Round round(Contestant contestant, int round, double perSecond) {
        return new Round(contestant, Workload.MANY, round, 1, 1, 1, 1, perSecond, 0, 1, null, null, 0, 0, 0);
    }
}
