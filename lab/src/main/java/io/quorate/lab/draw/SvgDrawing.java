package io.quorate.lab.draw;

import io.quorate.lab.draw.SpaceTime.Mark;
import io.quorate.lab.draw.SpaceTime.Scale;
import java.util.ArrayList;
import java.util.List;

/**
 * A diagram as a picture: a column for each node, time downwards, messages as arrows in the colour of their kind, waiting as a thin
 * bar and holding as a broad one. One file without scripts, for light and dark backgrounds; pointing at an arrow tells the
 * whole message where there was no room for its label.
 */
public final class SvgDrawing {
    private static final double MARGIN = SvgPage.MARGIN;
    private static final double TIME_WIDTH = 58;
    private static final double TICK_GAP = 30;
    private static final double LEGEND_LINE = 20;

    private final SpaceTime diagram;
    private final Palette palette;
    private final Columns columns;
    private final double top;
    private final double width;
    private final TimeAxis axis;
    private final List<LegendItem> legend = new ArrayList<>();
    private final Svg svg = new Svg();
    private final Labels labels = new Labels();

    /** One entry of the legend, and where its left end is. */
    private record LegendItem(String text, String sample, double x, double y) {}

    private SvgDrawing(SpaceTime diagram) {
        this.diagram = diagram;
        this.palette = new Palette(diagram.kinds());
        int nodes = diagram.nodes().size();
        double gap = nodes <= 3 ? 190 : nodes <= 6 ? 150 : nodes <= 9 ? 116 : 92;
        this.columns = new Columns(MARGIN + TIME_WIDTH + 30, gap);
        this.width = Math.max(560, 2 * MARGIN + TIME_WIDTH + gap * Math.max(1, nodes - 1) + 60);
        double legendEnd = layOutLegend(diagram.title().isEmpty() ? MARGIN + 8 : 2 * MARGIN + 14);
        this.top = legendEnd + 50;
        double line = diagram.times().length > 150 ? 12 : 22;
        this.axis = new TimeAxis(diagram.times(), top, line);
    }

    /** The picture as the text of an SVG file. */
    public static String draw(SpaceTime diagram) {
        return new SvgDrawing(diagram).draw();
    }

    private String draw() {
        double height = bottom() + MARGIN + 6;
        String spoken = diagram.title().isEmpty() ? "space-time diagram" : diagram.title();
        SvgPage.open(svg, width, height, spoken, diagram.title());
        drawLegend();
        drawTicks();
        drawLives();
        new SvgSpans(diagram, svg, labels, columns, axis, bottom()).draw();
        SvgArrows arrows = new SvgArrows(diagram, svg, labels, palette, columns, axis);
        arrows.keepCrossesFree();
        diagram.marks().forEach(this::drawMark);
        arrows.draw();
        svg.add("</svg>");
        return svg.toString();
    }

    private double bottom() {
        return Math.max(axis.end(), top) + 24;
    }

    private double layOutLegend(double firstLine) {
        double x = MARGIN;
        double y = firstLine;
        List<String> samples = new ArrayList<>();
        diagram.kinds().forEach(kind -> samples.add("kind " + kind));
        samples.addAll(List.of("wait waits", "hold holds"));
        if (diagram.spans().stream().anyMatch(span -> span.activity() == SpaceTime.Activity.HOLDING_SHARED)) {
            samples.add("shared holds, shared");
        }
        if (diagram.messages().stream().anyMatch(message -> !message.isReceived())) {
            samples.add("lost does not arrive");
        }
        for (String sample : samples) {
            String text = sample.substring(sample.indexOf(' ') + 1);
            double needed = 40 + text.length() * 6.6;
            if (x + needed > width - MARGIN && x > MARGIN) {
                x = MARGIN;
                y += LEGEND_LINE;
            }
            legend.add(new LegendItem(text, sample.substring(0, sample.indexOf(' ')), x, y));
            x += needed;
        }
        return y;
    }

    private void drawLegend() {
        for (LegendItem item : legend) {
            double y = item.y() - 4;
            switch (item.sample()) {
                case "kind" ->
                    svg.add(
                            "<line x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\" stroke=\"%\" stroke-width=\"2.5\"/>",
                            item.x(), y, item.x() + 22, y, palette.of(item.text()));
                case "lost" -> SvgArrows.cross(svg, item.x() + 11, y, "#d8434e");
                case "wait" ->
                    svg.add(
                            "<rect class=\"wait\" x=\"%\" y=\"%\" width=\"22\" height=\"4\" rx=\"2\"/>",
                            item.x(), y - 2);
                default ->
                    svg.add(
                            "<rect class=\"%\" x=\"%\" y=\"%\" width=\"22\" height=\"11\" rx=\"3\"/>",
                            item.sample(), item.x(), y - 5.5);
            }
            svg.add(
                    "<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"11\">%</text>",
                    item.x() + 28, item.y(), item.text());
        }
    }

    private void drawTicks() {
        double last = Double.NEGATIVE_INFINITY;
        String unit = diagram.scale() == Scale.STEPS ? "step" : "time";
        svg.add("<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"11\">%</text>", MARGIN, top - 24, unit);
        for (long time : axis.times()) {
            double y = axis.y(time);
            if (y - last < TICK_GAP) {
                continue;
            }
            last = y;
            svg.add(
                    "<line class=\"grid\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                    MARGIN + TIME_WIDTH, y, width - MARGIN, y);
            svg.add(
                    "<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"10\" text-anchor=\"end\">%</text>",
                    MARGIN + TIME_WIDTH - 6, y + 3.5, Times.text(time, diagram.scale()));
        }
    }

    private void drawLives() {
        for (int node = 0; node < diagram.nodes().size(); node++) {
            svg.add(
                    "<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\">%</text>",
                    columns.x(node), top - 24, diagram.nodes().get(node));
            svg.add(
                    "<line class=\"life\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                    columns.x(node), top - 14, columns.x(node), bottom());
        }
    }

    private void drawMark(Mark mark) {
        double y = axis.y(mark.at());
        double from = columns.x(mark.node());
        double to = columns.x(mark.peer());
        double middle = mark.isBetweenNodes() ? middleOfAGap(mark) : from;
        if (mark.isBetweenNodes()) {
            svg.add(
                    "<line class=\"reset\" stroke-dasharray=\"3 4\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                    from, y, to, y);
            svg.add("<path class=\"reset\" d=\"M % % l 5 -9 v 6 h 4 l -5 9 v -6 z\"/>", middle - 2, y + 1.5);
        } else {
            svg.add("<path class=\"warn\" d=\"M % % l 5 5 l -5 5 l -5 -5 z\"/>", from, y - 5);
        }
        double length = mark.text().length() * 5.8;
        for (double beside : new double[] {12, 40, -length - 12}) {
            for (double above : new double[] {-7, 8}) {
                if (labels.place(new Rectangle(middle + beside + length / 2, y + above, length, 11, 0))) {
                    svg.add(
                            "<text class=\"warn halo\" x=\"%\" y=\"%\" font-size=\"10\">%</text>",
                            middle + beside, y + above + 3.5, mark.text());
                    return;
                }
            }
        }
    }

    private double middleOfAGap(Mark mark) {
        int left = Math.min(mark.node(), mark.peer());
        return columns.x(left) + columns.gap() * 0.3;
    }
}
