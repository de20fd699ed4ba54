// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.Words;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The messages of a lock against load, beside the theory. */
public final class LoadPlot {
    public static final List<Double> LOADS = List.of(0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0);

    private final Simulation simulation;
    private final List<Point> points = new ArrayList<>();

    public LoadPlot(Simulation simulation) {
        this.simulation = simulation;
    }

    /**
     * One run.
     *
     * @param messagesPerEntry threads of one node that hand the lock on share its request, and its cost
     * @param messagesPerRequest the cost of one request on the network, which may be shared; null if the number of its receivers is not
     * known
     */
    public record Point(
            double load, double messagesPerEntry, @Nullable Double messagesPerRequest) {}

    public void add(double load, SimulationReport report) {
        long requests = report.traffic().messagesByKind().getOrDefault("Request", 0L);
        Double perRequest = requests == 0
                ? null
                : cost().map(known -> report.traffic().messages() * known.othersAsked() / requests)
                        .orElse(null);
        points.add(new Point(load, report.messagesPerEntry(), perRequest));
    }

    private Optional<MessageCost> cost() {
        return MessageCost.of(
                simulation.setup().protocol(),
                simulation.setup().quorums(),
                simulation.setup().nodes());
    }

    public List<Point> points() {
        return List.copyOf(points);
    }

    public void write(Path file) throws IOException {
        ChartFile.write(chart(), file);
    }

    private Chart chart() {
        String title = simulation.setup().protocol().name() + ", "
                + Words.count(simulation.setup().nodes(), "node") + ", quorums "
                + simulation.setup().quorums().name();
        List<Chart.Series> lines = new ArrayList<>();
        addRequests(lines);
        lines.add(Chart.Series.measured(
                "for each entry; threads of a node share a request",
                points.stream().map(Point::load).toList(),
                points.stream().map(Point::messagesPerEntry).toList()));
        cost().ifPresent(cost -> addTheory(lines, cost));
        return Chart.linear(title, "load: share of the time that the lock is busy", "messages", lines);
    }

    private void addRequests(List<Chart.Series> lines) {
        List<Double> loads = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        for (Point point : points) {
            if (point.messagesPerRequest() != null) {
                loads.add(point.load());
                costs.add(point.messagesPerRequest());
            }
        }
        if (!loads.isEmpty()) {
            lines.add(Chart.Series.measured("for each request of a node", loads, costs));
        }
    }

    private static void addTheory(List<Chart.Series> lines, MessageCost cost) {
        if (cost.cost().isAlwaysTheSame()) {
            lines.add(Chart.Series.level(cost.aloneFormula() + ", under any load", 0, 1, cost.alone()));
            return;
        }
        lines.add(Chart.Series.level(cost.aloneFormula() + ", nobody else wants it", 0, 1, cost.alone()));
        lines.add(Chart.Series.level(cost.boundFormula() + ", the bound of the average", 0, 1, cost.bound()));
    }
}
