// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.Kinds;
import io.quorate.trace.SpaceTime;
import java.util.ArrayList;
import java.util.List;

/**
 * A diagram as a picture: a column for each node, time downwards, messages as arrows in the colour of their kind, waiting as a thin
 * bar and holding as a broad one, hatched while a node is down, shaded while links are cut. One file without scripts, for
 * light and dark backgrounds; pointing at an arrow tells the whole message where there was no room for its label.
 */
public final class SvgDrawing {
    private static final double MARGIN = SvgPage.MARGIN;
    private static final double LEGEND_LINE = 20;

    private final SpaceTime diagram;
    private final Kinds kinds;
    private final double width;
    private final List<LegendItem> legend = new ArrayList<>();
    private final Svg svg = new Svg();

    /** One entry of the legend, and where its left end is. */
    private record LegendItem(String text, String sample, double x, double y) {}

    private SvgDrawing(SpaceTime diagram) {
        this.diagram = diagram;
        this.kinds = new Kinds(diagram.kinds());
        this.width = Layout.width(diagram.nodes().size());
    }

    /** The picture as the text of an SVG file. */
    public static String draw(SpaceTime diagram) {
        return new SvgDrawing(diagram).draw();
    }

    private String draw() {
        double legendEnd = layOutLegend(diagram.title().isEmpty() ? MARGIN + 8 : 2 * MARGIN + 14);
        Layout layout = Layout.of(diagram, legendEnd + 50);
        String spoken = diagram.title().isEmpty() ? "space-time diagram" : diagram.title();
        SvgPage.open(svg, width, layout.bottom() + MARGIN + 16, spoken, diagram.title());
        svg.raw(DiagramStyle.markup());
        svg.raw(DiagramStyle.definitions());
        drawLegend();
        DiagramBody body = new DiagramBody(diagram, layout, kinds, svg, Annotations.NONE);
        body.drawHeads(layout.top() - 24);
        body.draw();
        body.drawHeads(layout.bottom() + 16);
        svg.add("</svg>");
        return svg.toString();
    }

    private double layOutLegend(double firstLine) {
        double x = MARGIN;
        double y = firstLine;
        List<String> samples = new ArrayList<>();
        diagram.kinds().forEach(kind -> samples.add("kind " + kind));
        samples.addAll(Legend.samples(diagram));
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
            Legend.drawSample(svg, kinds, item.sample(), item.text(), item.x(), item.y() - 4);
            svg.add(
                    "<text class=\"ink\" x=\"%\" y=\"%\" font-size=\"11\">%</text>",
                    item.x() + 28, item.y(), item.text());
        }
    }
}
