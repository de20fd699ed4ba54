// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.Spread;
import io.quorate.cli.bench.load.Workload;
import io.quorate.peers.Figures.Round;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.style.Styler;

/** Work done in a second, as a multiple of the floor's. */
final class RatioPlot {
    private RatioPlot() {}

    static void write(Figures figures, CompareRun.Plan plan, Path file) throws IOException {
        CategoryChart chart = new CategoryChartBuilder()
                .width(900)
                .height(480)
                .title("Work done in a second, as a multiple of the floor's (more is better)")
                .xAxisTitle(
                        "A new names, B same name again, C hand-offs of one lock, D 3 x 16 threads and 10,000 names")
                .yAxisTitle("ratio to the floor in the same round")
                .build();
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setAvailableSpaceFill(0.85);
        // Bars would begin at zero, which such an axis does not have.
        chart.getStyler().setYAxisMin(0.001);
        List<String> letters =
                plan.workloads().stream().map(each -> "" + each.letter()).toList();
        for (Contestant contestant : plan.contestants()) {
            List<Double> ratios = plan.workloads().stream()
                    .map(workload -> ratio(figures, contestant, workload).median())
                    .toList();
            chart.addSeries(contestant.title(), letters, ratios).setFillColor(colour(contestant));
        }
        Files.write(file, ChartEncoder.getBytes(chart, "png"));
    }

    private static Spread ratio(Figures figures, Contestant contestant, Workload workload) {
        return figures.ratio(contestant, workload, Round::workPerSecond);
    }

    private static Color colour(Contestant contestant) {
        return new Color(
                switch (contestant) {
                    case CENTRAL -> 0x9aa0a6;
                    case QUORATE_3 -> 0x1f5fbf;
                    case QUORATE_7 -> 0x7fb0f0;
                    case QUORATE_7_PLANE -> 0xb8d4f8;
                    case REDIS -> 0xc2410c;
                    case ZOOKEEPER -> 0x8a5cc2;
                    case ZOOKEEPER_NO_FSYNC -> 0xc9b3e6;
                    case ETCD -> 0x2a9d6f;
                    case HAZELCAST -> 0xd4a017;
                });
    }
}
