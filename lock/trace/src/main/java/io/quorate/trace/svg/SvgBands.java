// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.CutBand;
import io.quorate.trace.SpaceTime;
import java.util.List;
import java.util.SortedSet;

/** The times in which links are cut: shaded, the nodes of each side on a stripe of one colour. */
final class SvgBands {
    private final Svg svg;
    private final Labels labels;
    private final Layout layout;
    private final List<CutBand> bands;

    SvgBands(SpaceTime diagram, Svg svg, Labels labels, Layout layout) {
        this.svg = svg;
        this.labels = labels;
        this.layout = layout;
        this.bands = CutBand.of(diagram);
    }

    private double left(CutBand band) {
        return layout.columns().x(band.nodes().first()) - 12;
    }

    private double right(CutBand band) {
        return layout.columns().x(band.nodes().last()) + 12;
    }

    /** Below everything else. */
    void draw() {
        for (CutBand band : bands) {
            double top = layout.y(band.begin());
            double bottom = layout.y(band.end());
            svg.add(
                    "<rect class=\"cut\" x=\"%\" y=\"%\" width=\"%\" height=\"%\"><title>cut: %</title></rect>",
                    left(band), top, right(band) - left(band), Math.max(2, bottom - top), band.text());
            edge(band, top);
            if (band.end() != SpaceTime.NEVER) {
                edge(band, bottom);
            }
        }
    }

    private void edge(CutBand band, double y) {
        svg.add("<line class=\"cut-edge\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>", left(band), y, right(band), y);
    }

    /** Over the lines of the nodes. */
    void drawSides() {
        for (CutBand band : bands) {
            side("left", band.left(), band);
            side("right", band.right(), band);
        }
    }

    private void side(String style, SortedSet<Integer> nodes, CutBand band) {
        for (int node : nodes) {
            double x = layout.columns().x(node);
            svg.add(
                    "<line class=\"side %\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                    style, x, layout.y(band.begin()), x, layout.y(band.end()));
        }
    }

    /** Says which nodes are cut off from each other: at the beginning of the cut, beside the line of a node. */
    void drawTexts() {
        for (CutBand band : bands) {
            String text = "cut: " + band.text();
            double length = text.length() * 5.8;
            double y = layout.y(band.begin()) - 6;
            for (double x = left(band); x <= Math.max(left(band), right(band) - length); x += 15) {
                if (labels.place(new Rectangle(x + length / 2, y, length, 11, 0))) {
                    svg.add("<text class=\"alarm halo\" x=\"%\" y=\"%\" font-size=\"10\">%</text>", x, y + 3.5, text);
                    break;
                }
            }
        }
    }
}
