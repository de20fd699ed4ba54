// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.Kinds;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.Times;

/** All that a diagram shows, without title and legend. */
public final class DiagramBody {
    private static final double MARGIN = SvgPage.MARGIN;
    private static final double TICK_GAP = 30;

    /** In a long picture the nodes are named again and again. */
    private static final double NAMES_GAP = 900;

    private final SpaceTime diagram;
    private final Layout layout;
    private final Kinds kinds;
    private final Svg svg;
    private final Annotations annotations;
    private final Labels labels = new Labels();

    public DiagramBody(SpaceTime diagram, Layout layout, Kinds kinds, Svg svg, Annotations annotations) {
        this.diagram = diagram;
        this.layout = layout;
        this.kinds = kinds;
        this.svg = svg;
        this.annotations = annotations;
    }

    public void draw() {
        SvgBands bands = new SvgBands(diagram, svg, labels, layout);
        drawTicks();
        bands.draw();
        drawLives();
        bands.drawSides();
        new SvgSpans(diagram, svg, labels, layout, annotations).draw();
        SvgArrows arrows = new SvgArrows(diagram, svg, labels, kinds, layout, annotations);
        arrows.drawLines();
        diagram.marks().forEach(this::drawMark);
        bands.drawTexts();
        arrows.drawLabels();
    }

    private double x(int node) {
        return layout.columns().x(node);
    }

    private void drawTicks() {
        double last = Double.NEGATIVE_INFINITY;
        for (long time : layout.axis().times()) {
            double y = layout.y(time);
            if (y - last < TICK_GAP) {
                continue;
            }
            last = y;
            svg.add(
                    "<line class=\"grid\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                    MARGIN + Layout.TIME_WIDTH, y, layout.width() - MARGIN, y);
            svg.add(
                    "<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"10\" text-anchor=\"end\">%</text>",
                    MARGIN + Layout.TIME_WIDTH - 6, y + 3.5, Times.text(time, diagram.scale()));
        }
    }

    /** The names of the nodes, at this height. */
    void drawHeads(double y) {
        String unit = diagram.scale() == Scale.STEPS ? "step" : "time";
        svg.add("<text class=\"soft\" x=\"%\" y=\"%\" font-size=\"11\">%</text>", MARGIN, y, unit);
        for (int node = 0; node < diagram.nodes().size(); node++) {
            svg.add(
                    "<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\">%</text>",
                    x(node), y, diagram.nodes().get(node));
        }
    }

    private void drawLives() {
        for (int node = 0; node < diagram.nodes().size(); node++) {
            svg.add(
                    "<line class=\"life\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                    x(node), layout.top() - 14, x(node), layout.bottom());
            for (double y = layout.top() + NAMES_GAP; y < layout.bottom() - NAMES_GAP / 3; y += NAMES_GAP) {
                String name = diagram.nodes().get(node);
                svg.add("<text class=\"soft halo\" x=\"%\" y=\"%\" font-size=\"10\">%</text>", x(node) + 11, y, name);
                labels.keepFree(new Rectangle(x(node) + 11 + name.length() * 3, y - 3.5, name.length() * 6.0, 11, 0));
            }
        }
    }

    private void drawMark(Mark mark) {
        double y = layout.y(mark.at());
        double from = x(mark.node());
        double middle = mark.isBetweenNodes() ? middleOfAGap(mark) : from;
        if (mark.isBetweenNodes()) {
            svg.add(
                    "<line class=\"reset\" stroke-dasharray=\"3 4\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                    from, y, x(mark.peer()), y);
            svg.add("<path class=\"reset\" d=\"M % % l 5 -9 v 6 h 4 l -5 9 v -6 z\"/>", middle - 2, y + 1.5);
        } else {
            svg.add("<path class=\"warn\" d=\"M % % l 5 5 l -5 5 l -5 -5 z\"/>", from, y - 5);
        }
        drawBeside(mark.text(), middle, y);
    }

    /** Writes a text beside a place, where the fewest lines lie under it; nothing if there is no room. */
    private void drawBeside(String text, double x, double y) {
        double length = text.length() * 5.8;
        Rectangle best = null;
        int fewest = Integer.MAX_VALUE;
        for (double beside : new double[] {12, -length - 12, 40}) {
            for (double above : new double[] {-7, 8}) {
                Rectangle room = new Rectangle(x + beside + length / 2, y + above, length, 11, 0);
                boolean isOnPage = x + beside > 4 && x + beside + length < layout.width() - 4;
                int crossings = isOnPage && labels.isFree(room) ? labels.crossings(room) : Integer.MAX_VALUE;
                if (crossings < fewest) {
                    best = room;
                    fewest = crossings;
                }
            }
        }
        if (best != null) {
            labels.keepFree(best);
            svg.add(
                    "<text class=\"warn halo\" x=\"%\" y=\"%\" font-size=\"10\">%</text>",
                    best.centreX() - length / 2, best.centreY() + 3.5, text);
        }
    }

    private double middleOfAGap(Mark mark) {
        return x(Math.min(mark.node(), mark.peer())) + layout.columns().gap() * 0.3;
    }
}
