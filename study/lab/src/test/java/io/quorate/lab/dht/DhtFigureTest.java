// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.dht.DhtFigure.Varied;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.ParallelRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A figure is the mean of its runs. */
@Tag("threads")
final class DhtFigureTest {
    private static final Protocol<?> SIGMA = Protocols.named("sigma");
    private static final Protocol<?> END_TO_END = Protocols.named("endtoend");

    private static DhtFigure figure(Varied varied, List<String> values, int runs) {
        DhtExperiment base = DhtExperiment.of(SIGMA, 60, 5).with(new Workload(10, 6, 4, 0.5));
        return new DhtFigure(varied, List.of(SIGMA, END_TO_END), values, runs, base);
    }

    @Test
    void aPointIsTheMeanOfRunsWithSeedsInARow() {
        DhtFigure figure = figure(Varied.NODES, List.of("60", "200"), 2);
        DhtResult result = figure.run(DhtFigure.Progress.NONE);
        double sum = 0;
        for (long seed : List.of(5L, 6L)) {
            sum += figure.base()
                    .withNodes(200)
                    .with(END_TO_END)
                    .withSeed(seed)
                    .run(DhtExperiment.Progress.NONE)
                    .messages()
                    .ofLocks();
        }
        assertThat(result.mean(END_TO_END, "200").ofLocks()).isCloseTo(sum / 2, within(1e-9));
        assertThat(result.isSafe()).isTrue();
        assertThat(result.ratioToFirst(0, 1, DhtMean::ofLocks)).isEqualTo(1);
    }

    /** Remembers in a list, and pretends to know one run. */
    private static final class OneKnown implements DhtFigure.Memory {
        final DhtReport known;
        final List<DhtExperiment> kept = new ArrayList<>();

        OneKnown(DhtReport known) {
            this.known = known;
        }

        @Override
        public Optional<DhtReport> recall(DhtExperiment experiment) {
            return Optional.of(known).filter(report -> report.experiment().equals(experiment));
        }

        @Override
        public void keep(DhtReport report) {
            kept.add(report.experiment());
        }
    }

    @Test
    void whatIsKnownIsNotRunAgain() {
        DhtFigure figure = figure(Varied.NODES, List.of("20", "30"), 2);
        DhtExperiment second = figure.experiments(SIGMA, "30").get(1);
        OneKnown memory = new OneKnown(second.run(DhtExperiment.Progress.NONE));
        List<Double> parts = new ArrayList<>();
        DhtResult result = figure.run(ParallelRuns.SEQUENTIAL, memory, (experiment, done) -> parts.add(done));
        assertThat(memory.kept).hasSize(7).doesNotContain(second).doesNotHaveDuplicates();
        assertThat(result.means())
                .usingRecursiveComparison()
                .isEqualTo(figure.run(DhtFigure.Progress.NONE).means());
        assertThat(parts).isSorted().endsWith(1.0);
    }

    @Test
    void everyFigureIsDrawnUnderItsName() {
        assertThat(figure(Varied.NODES, List.of("20", "60"), 1)
                        .run(DhtFigure.Progress.NONE)
                        .charts())
                .containsOnlyKeys("dht-figure-3.svg");
        assertThat(figure(Varied.REPLICAS, List.of("1", "3"), 1)
                        .run(DhtFigure.Progress.NONE)
                        .charts())
                .containsOnlyKeys("dht-figure-4-sigma.svg", "dht-figure-4-endtoend.svg")
                .allSatisfy((name, chart) -> {
                    assertThat(chart.series())
                            .extracting(Chart.Series::name)
                            .containsExactly("1 replica", "3 replicas");
                    assertThat(chart.title()).contains("asks again");
                });
        assertThat(figure(Varied.RETRIES, List.of("never", "0.5"), 1)
                        .run(DhtFigure.Progress.NONE)
                        .charts())
                .containsOnlyKeys("dht-retries.svg");
    }

    @Test
    void moreReplicasMeanMoreLoad() {
        DhtResult result = figure(Varied.REPLICAS, List.of("1", "3", "7"), 1).run(DhtFigure.Progress.NONE);
        for (Protocol<?> protocol : List.of(SIGMA, END_TO_END)) {
            assertThat(List.of("1", "3", "7"))
                    .extracting(value -> result.mean(protocol, value).load().mean())
                    .isSorted();
        }
    }

    @Test
    void progressRisesToTheWhole() {
        List<Double> told = new ArrayList<>();
        figure(Varied.NODES, List.of("20", "60"), 2).run((experiment, done) -> told.add(done));
        assertThat(told).isSorted();
        assertThat(told.get(told.size() - 1)).isCloseTo(1, within(1e-9));
    }

    @Test
    void whatCannotBeVariedIsRefusedBeforeAnythingRuns() {
        assertThatThrownBy(() -> figure(Varied.NODES, List.of("20", "many"), 1)).hasMessageContaining("\"many\"");
        assertThatThrownBy(() -> figure(Varied.CHURN, List.of("0", "2"), 1)).hasMessageContaining("keep-alives");
        assertThatThrownBy(() -> figure(Varied.NODES, List.of("20"), 0)).hasMessageContaining("you gave 0");
        assertThatThrownBy(() -> figure(Varied.NODES, List.of(), 1)).hasMessageContaining("at least one");
    }

    @Test
    void loadIsDescribedByItsSpread() {
        LoadSpread even = LoadSpread.of(new int[] {5, 5, 5, 5});
        LoadSpread uneven = LoadSpread.of(new int[] {0, 20, 0, 0});
        assertThat(even.inequality()).isZero();
        assertThat(uneven.inequality()).isEqualTo(0.75);
        assertThat(uneven.partUpTo(0)).isEqualTo(0.75);
        assertThat(uneven.partOfBusiest(0.25)).isEqualTo(1);
        assertThat(even.partOfBusiest(0.25)).isEqualTo(0.25);
        assertThat(LoadSpread.union(even, uneven).mean()).isEqualTo(5);
        assertThat(LoadSpread.union(even, uneven).most()).isEqualTo(20);
    }

    @Test
    void retriesAreReadAndTold() {
        Duration round = Duration.ofSeconds(4);
        assertThat(Retries.parse("0.5", round)).isEqualTo(Retries.every(Duration.ofSeconds(2)));
        for (String text : List.of("never", "informed", "production", "1", "0.25")) {
            assertThat(Retries.parse(text, round).text(round)).isEqualTo(text);
            assertThat(Retries.parse(text, round).sentence(round)).contains("asks again");
        }
        Duration unit = Duration.ofSeconds(2);
        assertThat(Retries.INFORMED.nanos(unit.multipliedBy(3), unit, round, 0.7))
                .as("two before it, holds of two rounds")
                .isEqualTo(Duration.ofSeconds(20).toNanos());
        assertThat(Retries.PRODUCTION.nanos(unit, unit, round, 0.5))
                .isEqualTo(Duration.ofSeconds(3).toNanos());
        assertThat(Retries.NEVER.nanos(unit, unit, round, 0.5)).isNegative();
        assertThatThrownBy(() -> Retries.parse("often", round)).hasMessageContaining("\"often\"");
        assertThatThrownBy(() -> Retries.parse("0", round)).hasMessageContaining("some time");
    }
}
