package io.quorate.cli.lab;

import io.quorate.cli.console.Words;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** What the lock costs in messages against load, with what theory says. */
final class LoadPlot {
    static final List<Double> LOADS = List.of(0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0);

    private static final Color PER_REQUEST = new Color(0x1f5fbf);
    private static final Color PER_ENTRY = new Color(0x8a5cc2);
    private static final Color ALONE = new Color(0x2b8a3e);
    private static final Color BOUND = new Color(0xc2410c);

    private final Simulation simulation;
    private final List<Point> points = new ArrayList<>();

    LoadPlot(Simulation simulation) {
        this.simulation = simulation;
    }

    /**
     * One run.
     *
     * @param messagesPerEntry threads of one node that hand the lock on share its request, and its cost
     * @param messagesPerRequest what one request on the network costs, whoever shares it; null if it is not known to how many
     *     nodes one goes
     */
    record Point(
            double load, double messagesPerEntry, @Nullable Double messagesPerRequest) {}

    /** Refuses a file whose name does not say how to draw it. */
    static void requireFormat(Path file) {
        if (!format(file).equals("svg") && !format(file).equals("png")) {
            throw new IllegalArgumentException(
                    "A plot is written as .svg or .png; this name ends otherwise: " + file + ".");
        }
    }

    private static String format(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    void add(double load, SimulationReport report) {
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

    List<Point> points() {
        return List.copyOf(points);
    }

    void write(Path file) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(800)
                .height(500)
                .title(simulation.setup().protocol().name() + ", "
                        + Words.count(simulation.setup().nodes(), "node") + ", quorums "
                        + simulation.setup().quorums().name())
                .xAxisTitle("load: share of the time that the lock is busy")
                .yAxisTitle("messages")
                .build();
        chart.getStyler().setLegendPosition(Styler.LegendPosition.InsideSE);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setXAxisMax(1.0);
        double[] loads = points.stream().mapToDouble(Point::load).toArray();
        addRequests(chart);
        double[] perEntry = points.stream().mapToDouble(Point::messagesPerEntry).toArray();
        addMeasured(chart, "for each entry; threads of a node share a request", loads, perEntry, PER_ENTRY);
        cost().ifPresent(cost -> addTheory(chart, cost));
        Files.write(file, ChartEncoder.getBytes(chart, format(file)));
    }

    private void addRequests(XYChart chart) {
        List<Double> loads = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        for (Point point : points) {
            if (point.messagesPerRequest() != null) {
                loads.add(point.load());
                costs.add(point.messagesPerRequest());
            }
        }
        if (!loads.isEmpty()) {
            addMeasured(chart, "for each request of a node", array(loads), array(costs), PER_REQUEST);
        }
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void addTheory(XYChart chart, MessageCost cost) {
        if (cost.cost().isAlwaysTheSame()) {
            addLevel(chart, cost.aloneFormula() + ", whoever else wants it", cost.alone(), ALONE);
            return;
        }
        addLevel(chart, cost.aloneFormula() + ", nobody else wants it", cost.alone(), ALONE);
        addLevel(chart, cost.boundFormula() + ", the bound of the average", cost.bound(), BOUND);
    }

    private static void addMeasured(XYChart chart, String name, double[] loads, double[] costs, Color colour) {
        XYSeries measured = chart.addSeries(name, loads, costs);
        measured.setLineColor(colour);
        measured.setMarker(SeriesMarkers.CIRCLE);
        measured.setMarkerColor(colour);
    }

    private static void addLevel(XYChart chart, String name, double level, Color colour) {
        XYSeries line = chart.addSeries(name, new double[] {0, 1}, new double[] {level, level});
        line.setLineColor(colour);
        line.setLineStyle(
                new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 0, new float[] {6, 4}, 0));
        line.setMarker(SeriesMarkers.NONE);
    }
}
