// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.lab.draw.Chart;
import io.quorate.trace.svg.Svg;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws charts, as SVG or PNG. Lines differ by colour and mark, so that they are told apart also without seeing colours. */
public final class ChartFile {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 500;

    /** About what axis and legend leave of the width. */
    private static final int PLOT_WIDTH = 700;

    /** Maximum number of lines, and length of names, of a legend beside the plot; a larger one stands below. */
    private static final int LINES_BESIDE = 18;

    private static final int NAME_BESIDE = 26;

    private static final int LEGEND_LINE = 22;

    /** The qualitative colours of Okabe and Ito except yellow, which is too light for a line, and two dark ones. */
    private static final List<Color> COLOURS = List.of(
            new Color(0x0072b2),
            new Color(0xd55e00),
            new Color(0x009e73),
            new Color(0xcc79a7),
            new Color(0x000000),
            new Color(0xe69f00),
            new Color(0x56b4e9),
            new Color(0x7b3294));

    /** As many as have no common divisor with the colours: so all pairs come before one comes again. */
    private static final List<Marker> MARKERS = List.of(
            SeriesMarkers.CIRCLE,
            SeriesMarkers.SQUARE,
            SeriesMarkers.TRIANGLE_UP,
            SeriesMarkers.DIAMOND,
            SeriesMarkers.CROSS,
            SeriesMarkers.TRIANGLE_DOWN,
            SeriesMarkers.PLUS);

    private static final List<float[]> DASHES =
            List.of(new float[] {8, 4}, new float[] {3, 3}, new float[] {12, 4, 3, 4});

    private static final Color GRID = new Color(0xe1e6eb);

    /** A hundredth of a pixel is exact enough, and makes a file half as long. */
    private static final Pattern LONG_NUMBER = Pattern.compile("(\\d+\\.\\d\\d)\\d+");

    private static final String WITHOUT_FONTS =
            "A chart needs fonts, and there are none here. Install some (Debian, Ubuntu: apt"
                    + " install fontconfig fonts-dejavu-core), or run it elsewhere: the image for containers has no fonts, the zip and the"
                    + " Debian package use those of the machine.";

    private static final List<Integer> LABELLED = List.of(1, 2, 3, 5);

    private ChartFile() {}

    /** Refuses a file whose name does not say how to draw it; to be called before any work is done. */
    public static void requireFormat(Path file) {
        if (!format(file).equals("svg") && !format(file).equals("png")) {
            throw new IllegalArgumentException(
                    "A plot is written as .svg or .png; this name ends otherwise: " + file + ".");
        }
    }

    /** Refuses a machine without fonts; to be called before any work is done. */
    public static void requireFonts() {
        requireFonts(() -> GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames());
    }

    /** Without fonts the JVM ends with one of several errors, in words about its own configuration. */
    static void requireFonts(Supplier<String[]> names) {
        try {
            if (names.get().length > 0) {
                return;
            }
        } catch (RuntimeException | InternalError | LinkageError missing) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, WITHOUT_FONTS, missing);
        }
        throw new CommandFailure(ExitCode.ENVIRONMENT, WITHOUT_FONTS);
    }

    private static String format(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Draws into a file, by the end of its name; the folder is made if there is none. */
    public static void write(Chart chart, Path file) throws IOException {
        requireFormat(file);
        Drawings.createFolderOf(file);
        if (format(file).equals("svg")) {
            Files.writeString(file, svg(chart));
        } else {
            Files.write(file, ChartEncoder.getBytes(drawn(chart), format(file)));
        }
    }

    /**
     * The chart as one SVG element, alone in a file or within a page. Its letters are drawn, and differ with the fonts of the machine.
     * So the title and the names of the lines stand in it once more as text, for search and screen readers; and {@link #data} holds
     * the points, for programs that compare two drawings.
     */
    public static String svg(Chart chart) throws IOException {
        String drawn = new String(ChartEncoder.getBytes(drawn(chart), "svg"), StandardCharsets.UTF_8);
        String element = drawn.substring(drawn.indexOf("<svg"));
        int inside = element.indexOf('>') + 1;
        String names = String.join(
                "; ", chart.series().stream().map(Chart.Series::name).toList());
        String said = "<title>" + Svg.escaped(chart.title()) + "</title><desc>"
                + Svg.escaped(chart.yLabel() + " against " + chart.xLabel() + ": " + names) + "</desc>" + data(chart);
        String body = LONG_NUMBER.matcher(element.substring(inside)).replaceAll("$1");
        return element.substring(0, inside) + said + body;
    }

    /** The points of the chart as they stand in its SVG: the same on every machine. */
    public static String data(Chart chart) {
        StringBuilder data = new StringBuilder("<metadata>");
        for (Chart.Series line : chart.series()) {
            data.append(Svg.escaped(line.name())).append(':');
            for (int place = 0; place < line.x().size(); place++) {
                data.append(String.format(
                        Locale.ROOT, " %.6g,%.6g", line.x().get(place), line.y().get(place)));
            }
            data.append("; ");
        }
        return data.append("</metadata>").toString();
    }

    private static XYChart drawn(Chart chart) {
        requireFonts();
        int higher = Math.max(0, chart.series().size() - (isLegendBelow(chart) ? 0 : LINES_BESIDE));
        XYChart drawn = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT + LEGEND_LINE * higher)
                .title(chart.title())
                .xAxisTitle(chart.xLabel())
                .yAxisTitle(chart.yLabel())
                .build();
        style(drawn.getStyler(), chart);
        int measured = 0;
        int theories = 0;
        for (Chart.Series line : chart.series()) {
            XYSeries series = drawn.addSeries(line.name(), array(line.x()), array(line.y()));
            if (line.look() == Chart.Look.MEASURED) {
                measured(series, measured++);
            } else {
                theory(series, theories++);
            }
        }
        return drawn;
    }

    private static boolean isLegendBelow(Chart chart) {
        return chart.series().stream().anyMatch(line -> line.name().length() > NAME_BESIDE);
    }

    private static void style(XYStyler styler, Chart chart) {
        styler.setLegendPosition(
                isLegendBelow(chart) ? Styler.LegendPosition.OutsideS : Styler.LegendPosition.OutsideE);
        styler.setLegendLayout(Styler.LegendLayout.Vertical);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        // Through, not dashed: a dashed line is drawn dash by dash, which makes most of a file.
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setPlotGridLinesColor(GRID);
        styler.setMarkerSize(7);
        styler.setXAxisLogarithmic(chart.x() == Chart.Scale.LOGARITHMIC);
        styler.setYAxisLogarithmic(chart.y() == Chart.Scale.LOGARITHMIC);
        styler.setXAxisLogarithmicDecadeOnly(false);
        styler.setYAxisLogarithmicDecadeOnly(false);
        if (spansDecades(chart.y(), chart.series().stream().map(Chart.Series::y))) {
            styler.setYAxisTickLabelsFormattingFunction(ChartFile::sparse);
        }
        if (chart.y() == Chart.Scale.LINEAR) {
            styler.setYAxisMin(0.0);
        }
        if (!chart.ticks().isEmpty()) {
            styler.setXAxisTickMarkSpacingHint(PLOT_WIDTH / chart.ticks().size());
            styler.setXAxisTickLabelsFormattingFunction(at -> tick(chart.ticks(), at));
        }
    }

    private static String tick(List<String> ticks, double at) {
        long place = Math.round(at);
        boolean isThere = Math.abs(at - place) < 1e-6 && place >= 0 && place < ticks.size();
        return isThere ? ticks.get((int) place) : "";
    }

    /** Then there is no room for all numbers from 1 to 9 in each power of ten. */
    private static boolean spansDecades(Chart.Scale scale, Stream<List<Double>> values) {
        DoubleSummaryStatistics all =
                values.flatMap(List::stream).mapToDouble(Double::doubleValue).summaryStatistics();
        return scale == Chart.Scale.LOGARITHMIC && all.getMax() >= 10 * all.getMin();
    }

    /** 1, 2, 3 and 5 of each power of ten. */
    private static String sparse(double value) {
        BigDecimal number = new BigDecimal(value).round(new MathContext(1)).stripTrailingZeros();
        return LABELLED.contains(number.unscaledValue().intValue()) ? number.toPlainString() : "";
    }

    private static void measured(XYSeries series, int place) {
        Color colour = COLOURS.get(place % COLOURS.size());
        series.setLineColor(colour);
        series.setLineStyle(new BasicStroke(1.6f));
        series.setMarker(MARKERS.get(place % MARKERS.size()));
        series.setMarkerColor(colour);
    }

    /** From the other end of the colours, so that a theory seldom looks as what is measured. */
    private static void theory(XYSeries series, int place) {
        series.setLineColor(COLOURS.get(COLOURS.size() - 1 - place % COLOURS.size()));
        float[] dashes = DASHES.get(place % DASHES.size());
        series.setLineStyle(new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 0, dashes, 0));
        series.setMarker(SeriesMarkers.NONE);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
