package io.quorate.lab.draw;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lines over a few labelled places, as SVG: what is measured as the places go from left to right. The y axis begins at 0. */
public final class LinePlot {
    private static final double WIDTH = 820;
    private static final double HEIGHT = 430;
    private static final double LEFT = 62;
    private static final double UP_LEFT = 20;
    private static final double RIGHT = 590;
    private static final double TOP = 52;
    private static final double BOTTOM = 366;
    private static final double LEGEND = 610;
    private static final double LEGEND_LINE = 20;
    private static final double LINES_MAX = 10;
    private static final double NOTE_TOP = 46;

    /** Numbers of more digits than four need more room beside the axis. */
    private static final double WIDE_FROM = 10_000;

    private static final double WIDE = 18;

    private final String title;
    private final String across;
    private final String up;
    private final List<String> places;
    private final List<Line> lines = new ArrayList<>();
    private final List<Level> levels = new ArrayList<>();
    private String note = "";

    /** A plot without lines; {@code across} and {@code up} say what the axes mean. */
    public LinePlot(String title, String across, String up, List<String> places) {
        this.title = title;
        this.across = across;
        this.up = up;
        this.places = List.copyOf(places);
    }

    private record Line(String name, List<Double> values, String colour) {}

    private record Level(String name, double value) {}

    /** Adds a line with a value for each place. */
    public void addLine(String name, List<Double> values) {
        if (values.size() != places.size()) {
            throw new IllegalArgumentException("a line has a value for each of the " + places.size() + " places, not "
                    + values.size() + ": " + name);
        }
        lines.add(new Line(name, List.copyOf(values), Palette.any(lines.size())));
    }

    /** Adds a dashed line across at this value, which theory gives. */
    public void addLevel(String name, double value) {
        levels.add(new Level(name, value));
    }

    /** Says below the title under which conditions this was measured. */
    public void setNote(String conditions) {
        note = conditions;
    }

    /** The picture. */
    public String toSvg() {
        Svg svg = new Svg();
        SvgPage.open(svg, WIDTH, HEIGHT, title, title);
        if (!note.isEmpty()) {
            svg.add("<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"11\">%</text>", SvgPage.MARGIN, NOTE_TOP, note);
        }
        double highest = highest();
        drawAxes(svg, highest);
        for (Level level : levels) {
            double y = y(level.value, highest);
            svg.add(
                    "<line class=\"life\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\" stroke-dasharray=\"6 4\"/>",
                    left(), y, RIGHT, y);
            svg.add(
                    "<text class=\"soft halo\" x=\"%\" y=\"%\" font-size=\"11\">%</text>",
                    left() + 6, y + 14, level.name);
        }
        lines.forEach(line -> drawLine(svg, line, highest));
        drawLegend(svg);
        svg.raw("</svg>");
        return svg.toString();
    }

    private double highest() {
        double highest = 1;
        for (Level level : levels) {
            highest = Math.max(highest, level.value);
        }
        for (Line line : lines) {
            for (double value : line.values) {
                highest = Math.max(highest, value);
            }
        }
        return highest * 1.06;
    }

    private double left() {
        return highest() < WIDE_FROM ? LEFT : LEFT + WIDE;
    }

    private static double y(double value, double highest) {
        return BOTTOM - (BOTTOM - TOP) * value / highest;
    }

    private double x(int place) {
        return left() + (RIGHT - left()) * place / Math.max(1, places.size() - 1);
    }

    /** Such that there are a few lines across, at round numbers. */
    private static double step(double highest) {
        if (highest <= LINES_MAX * 5) {
            return highest > 20 ? 5 : highest > 8 ? 2 : 1;
        }
        double ten = 10;
        while (highest > LINES_MAX * 5 * ten / 10) {
            ten *= 10;
        }
        ten /= 10;
        return highest > LINES_MAX * 2 * ten ? 5 * ten : highest > LINES_MAX * ten ? 2 * ten : ten;
    }

    private void drawAxes(Svg svg, double highest) {
        double step = step(highest);
        for (double value = 0; value <= highest; value += step) {
            double y = y(value, highest);
            svg.add("<line class=\"grid\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>", left(), y, RIGHT, y);
            svg.add(
                    "<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"12\" text-anchor=\"end\">%</text>",
                    left() - 8, y + 4, Svg.number(value));
        }
        for (int place = 0; place < places.size(); place++) {
            svg.add(
                    "<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"12\" text-anchor=\"middle\">%</text>",
                    x(place), BOTTOM + 20, places.get(place));
        }
        svg.add(
                "<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"12\" text-anchor=\"middle\">%</text>",
                (left() + RIGHT) / 2, BOTTOM + 44, across);
        svg.add(
                "<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"12\" text-anchor=\"middle\" transform=\"rotate(-90 % %)\">%</text>",
                UP_LEFT, (TOP + BOTTOM) / 2, UP_LEFT, (TOP + BOTTOM) / 2, up);
    }

    private void drawLine(Svg svg, Line line, double highest) {
        StringBuilder points = new StringBuilder();
        for (int place = 0; place < places.size(); place++) {
            points.append(place == 0 ? "" : " ")
                    .append(Svg.number(x(place)))
                    .append(',')
                    .append(Svg.number(y(line.values.get(place), highest)));
        }
        svg.add("<polyline points=\"%\" fill=\"none\" stroke=\"%\" stroke-width=\"2\"/>", points, line.colour);
        for (int place = 0; place < places.size(); place++) {
            svg.add(
                    "<circle cx=\"%\" cy=\"%\" r=\"3\" fill=\"%\"/>",
                    x(place), y(line.values.get(place), highest), line.colour);
        }
    }

    /** In the order in which the lines end, so that a line is found by its place. */
    private void drawLegend(Svg svg) {
        List<Line> byEnd = new ArrayList<>(lines);
        byEnd.sort(Comparator.comparing((Line line) -> line.values.get(places.size() - 1))
                .reversed());
        double y = TOP + (note.isEmpty() ? 10 : 20);
        for (Line line : byEnd) {
            svg.add("<circle cx=\"%\" cy=\"%\" r=\"5\" fill=\"%\"/>", LEGEND + 6, y - 4, line.colour);
            svg.add("<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"12\">%</text>", LEGEND + 18, y, line.name);
            y += LEGEND_LINE;
        }
    }
}
