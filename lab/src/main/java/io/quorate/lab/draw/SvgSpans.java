package io.quorate.lab.draw;

import io.quorate.lab.draw.SpaceTime.Activity;
import io.quorate.lab.draw.SpaceTime.Span;
import java.util.ArrayList;
import java.util.List;

/** The bars on the nodes' lines: thin while a claim waits, broad while it holds. Those that overlap stand side by side. */
final class SvgSpans {
    private static final double LANE = 9;
    private static final int LANES_MAX = 4;

    private final SpaceTime diagram;
    private final Svg svg;
    private final Labels labels;
    private final Columns columns;
    private final TimeAxis axis;
    private final double bottom;

    SvgSpans(SpaceTime diagram, Svg svg, Labels labels, Columns columns, TimeAxis axis, double bottom) {
        this.diagram = diagram;
        this.svg = svg;
        this.labels = labels;
        this.columns = columns;
        this.axis = axis;
        this.bottom = bottom;
    }

    void draw() {
        for (int node = 0; node < diagram.nodes().size(); node++) {
            drawNode(node);
        }
    }

    private void drawNode(int node) {
        List<Long> laneEnds = new ArrayList<>();
        for (Span span : diagram.spans()) {
            if (span.node() == node) {
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
        double x = columns.x(span.node()) + LANE * aside;
        double from = axis.y(span.from());
        double to = span.to() == SpaceTime.NEVER ? bottom : axis.y(span.to());
        boolean waiting = span.activity() == Activity.WAITING;
        double breadth = waiting ? 4 : 10;
        String style = waiting ? "wait" : span.activity() == Activity.HOLDING ? "hold" : "shared";
        svg.add(
                "<rect class=\"%\" x=\"%\" y=\"%\" width=\"%\" height=\"%\" rx=\"%\"><title>%</title></rect>",
                style, x - breadth / 2, from, breadth, Math.max(2.0, to - from), waiting ? 2.0 : 3.0, title(span));
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

    private String title(Span span) {
        String what = switch (span.activity()) {
            case WAITING -> " waits ";
            case HOLDING -> " holds ";
            case HOLDING_SHARED -> " holds, shared, ";
        };
        return diagram.nodes().get(span.node()) + what + span.label();
    }
}
