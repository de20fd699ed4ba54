// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.Moments;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Span;
import java.util.ArrayList;
import java.util.List;

/** The bars on the nodes' lines: thin while a claim waits, broad while it holds. Those that overlap stand side by side. */
final class SvgSpans {
    private static final double LANE = 9;
    private static final int LANES_MAX = 4;

    private final SpaceTime diagram;
    private final Svg svg;
    private final Labels labels;
    private final Layout layout;
    private final Moments moments;
    private final Annotations annotations;

    SvgSpans(SpaceTime diagram, Svg svg, Labels labels, Layout layout, Annotations annotations) {
        this.diagram = diagram;
        this.svg = svg;
        this.labels = labels;
        this.layout = layout;
        this.moments = new Moments(diagram);
        this.annotations = annotations;
    }

    void draw() {
        for (int node = 0; node < diagram.nodes().size(); node++) {
            drawNode(node);
        }
    }

    private void drawNode(int node) {
        List<Long> laneEnds = new ArrayList<>();
        for (Span span : diagram.spans()) {
            if (span.node() == node && span.activity() == Activity.DOWN) {
                drawDown(span);
            } else if (span.node() == node) {
                drawSpan(span, laneFor(span, laneEnds));
            }
        }
    }

    private static int laneFor(Span span, List<Long> laneEnds) {
        for (int lane = 0; lane < laneEnds.size(); lane++) {
            if (laneEnds.get(lane) <= span.from()) {
                laneEnds.set(lane, span.to());
                return lane;
            }
        }
        laneEnds.add(span.to());
        return laneEnds.size() - 1;
    }

    private void drawSpan(Span span, int lane) {
        // Lanes alternate right and left of the line: 0, +1, -1, +2, ...
        int shown = lane % LANES_MAX;
        int aside = (shown + 1) / 2 * (shown % 2 == 0 ? -1 : 1);
        double x = layout.columns().x(span.node()) + LANE * aside;
        double from = layout.y(span.from());
        double to = layout.y(span.to());
        boolean waiting = span.activity() == Activity.WAITING;
        double breadth = waiting ? 4 : 10;
        String style = waiting ? "wait" : span.activity() == Activity.HOLDING ? "hold" : "shared";
        svg.add(
                "<rect class=\"%\" x=\"%\" y=\"%\" width=\"%\" height=\"%\" rx=\"%\"%><title>%</title></rect>",
                style,
                x - breadth / 2,
                from,
                breadth,
                Math.max(2.0, to - from),
                waiting ? 2.0 : 3.0,
                Svg.markup(annotations.of(span)),
                title(span));
        if (!waiting) {
            labels.keepFree(new Rectangle(x, (from + to) / 2, breadth + 2, Math.max(2.0, to - from), 0));
        }
        if (!waiting && !span.label().isEmpty()) {
            double width = span.label().length() * 5.8;
            if (labels.place(new Rectangle(x + 9 + width / 2, from + 11, width, 11, 0))) {
                svg.add(
                        "<text class=\"ink halo\" x=\"%\" y=\"%\" font-size=\"10\">%</text>",
                        x + 9, from + 14.5, span.label());
            }
        }
    }

    /** The node's line is gone while the node is; a cross stands where it crashed. */
    private void drawDown(Span span) {
        double x = layout.columns().x(span.node());
        double from = layout.y(span.from());
        double height = Math.max(4, layout.y(span.to()) - from);
        svg.add("<line class=\"gone\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>", x, from, x, from + height);
        svg.add(
                "<rect class=\"down\" x=\"%\" y=\"%\" width=\"10\" height=\"%\"%><title>%</title></rect>",
                x - 5, from, height, Svg.markup(annotations.of(span)), title(span));
        svg.add(
                "<path class=\"alarm-line\" d=\"M % % l 12 12 m 0 -12 l -12 12\" stroke-width=\"3\"/>",
                x - 6, from - 6);
        labels.keepFree(new Rectangle(x, from + height / 2, 12, height + 8, 0));
        if (labels.place(new Rectangle(x + 36, from - 1, 46, 11, 0))) {
            svg.add("<text class=\"alarm halo\" x=\"%\" y=\"%\" font-size=\"10\">crashes</text>", x + 10, from + 2.5);
        }
        double end = from + height;
        if (span.to() != SpaceTime.NEVER && labels.place(new Rectangle(x + 42, end, 68, 11, 0))) {
            svg.add(
                    "<text class=\"alarm halo\" x=\"%\" y=\"%\" font-size=\"10\">starts again</text>",
                    x + 10, end + 3.5);
        }
    }

    private String title(Span span) {
        return diagram.nodes().get(span.node()) + " " + moments.beginning(span);
    }
}
