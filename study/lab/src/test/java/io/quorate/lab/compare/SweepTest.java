// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.draw.Chart.Scale;
import io.quorate.lab.simulate.ParallelRuns;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
class SweepTest {
    private static final Comparison BASE = new Comparison(3, Pressure.LIGHT, 2, 30, Comparison.IN_STEP, 1);
    private static final List<Protocol<?>> TWO =
            List.of(Protocols.named("ricart-agrawala"), Protocols.named("quorumlock"));

    private static final Sweep.Runner QUIET = new Sweep.Runner(ParallelRuns.SEQUENTIAL, (where, who) -> {});

    @Test
    void aLineForEachProtocolGoesThroughWhatWasMeasuredAtEachNumberOfNodes() {
        List<String> told = new ArrayList<>();
        Sweep sweep = Sweep.overNodes(
                BASE,
                List.of(3, 5, 9),
                TWO,
                new Sweep.Runner(ParallelRuns.SEQUENTIAL, (where, who) -> told.add(who.name() + " " + where.nodes())));
        Chart chart = sweep.chart(Measure.MESSAGES).orElseThrow();
        assertThat(chart.x()).isEqualTo(Scale.LOGARITHMIC);
        assertThat(chart.series()).extracting(Chart.Series::name).containsExactly("ricart-agrawala", "quorumlock");
        assertThat(chart.series().get(0).x()).containsExactly(3.0, 5.0, 9.0);
        assertThat(chart.series().get(0).y()).containsExactly(4.0, 8.0, 16.0);
        assertThat(chart.series().get(1).y()).containsExactly(3.0, 6.0, 12.0);
        assertThat(told).hasSize(6).startsWith("ricart-agrawala 3", "quorumlock 3", "ricart-agrawala 5");
    }

    @Test
    void whereThereIsNothingToMeasureThereIsNoPointAndWithoutPointsNoChart() {
        Sweep sweep = Sweep.overLoad(BASE, List.of(0.0, 0.8), TWO, QUIET);
        assertThat(sweep.chart(Measure.SYNCHRONISATION).orElseThrow().series())
                .allSatisfy(line -> assertThat(line.x()).containsExactly(0.8));
        assertThat(Sweep.overNodes(BASE, List.of(3), TWO, QUIET).chart(Measure.SYNCHRONISATION))
                .isEmpty();
    }

    @Test
    void whatIsNothingStandsOnNoLogarithmicAxis() {
        Sweep sweep = Sweep.overNodes(BASE, List.of(1, 3), TWO, QUIET);
        assertThat(sweep.chart(Measure.MESSAGES).orElseThrow().series())
                .allSatisfy(line -> assertThat(line.x()).containsExactly(3.0));
        assertThat(sweep.chart(Measure.OVERTAKINGS).orElseThrow().series())
                .allSatisfy(line -> assertThat(line.x()).containsExactly(1.0, 3.0));
    }
}
