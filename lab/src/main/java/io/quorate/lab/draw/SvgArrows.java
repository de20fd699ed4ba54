package io.quorate.lab.draw;

import io.quorate.lab.draw.SpaceTime.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The messages as arrows. Those that travelled together lie side by side and share a label. */
final class SvgArrows {
    private static final double LETTER = 5.9;
    private static final double LABEL_HEIGHT = 11;

    /** Steeper than this, a label is written level: text at a steep angle is hard to read. */
    private static final double STEEPEST = Math.toRadians(38);

    private final SpaceTime diagram;
    private final Svg svg;
    private final Labels labels;
    private final Palette palette;
    private final Columns columns;
    private final TimeAxis axis;

    SvgArrows(SpaceTime diagram, Svg svg, Labels labels, Palette palette, Columns columns, TimeAxis axis) {
        this.diagram = diagram;
        this.svg = svg;
        this.labels = labels;
        this.palette = palette;
        this.columns = columns;
        this.axis = axis;
    }

    /** From where to where, and when: what messages of one frame have in common. */
    private record Journey(int from, int to, long sentAt, long receivedAt) {}

    /** An arrow on the page. */
    private record Line(double x1, double y1, double x2, double y2) {
        double angle() {
            double angle = Math.atan2(y2 - y1, x2 - x1);
            return Math.abs(angle) <= Math.PI / 2 ? angle : angle - Math.PI * Math.signum(angle);
        }
    }

    void draw() {
        Map<Journey, List<Message>> journeys = new LinkedHashMap<>();
        for (Message message : diagram.messages()) {
            Journey journey = new Journey(message.from(), message.to(), message.sentAt(), message.receivedAt());
            journeys.computeIfAbsent(journey, each -> new ArrayList<>()).add(message);
        }
        // All lines first, so that no line crosses out a label.
        Map<Line, List<Message>> lines = new LinkedHashMap<>();
        journeys.forEach((journey, messages) -> {
            Line line = line(journey);
            for (int place = 0; place < messages.size(); place++) {
                drawLine(line, messages.get(place), place * 4.0);
            }
            lines.put(line, messages);
        });
        lines.forEach(this::drawLabel);
    }

    private Line line(Journey journey) {
        double x1 = columns.x(journey.from());
        double x2 = columns.x(journey.to());
        double y1 = axis.y(journey.sentAt());
        if (journey.receivedAt() == SpaceTime.NEVER) {
            double away = Math.max(-70, Math.min(70, (x2 - x1) * 0.55));
            return new Line(x1, y1, x1 + away, y1 + 14);
        }
        return new Line(x1, y1, x2, axis.y(journey.receivedAt()));
    }

    private void drawLine(Line line, Message message, double shift) {
        String colour = palette.of(message.kind());
        double length = Math.max(1, Math.hypot(line.x2 - line.x1, line.y2 - line.y1));
        double dx = (line.x2 - line.x1) / length;
        double dy = (line.y2 - line.y1) / length;
        double tipX = line.x2 - dx * 2;
        double tipY = line.y2 - dy * 2 + shift;
        svg.add(
                "<g class=\"message\"><title>%</title><line x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\" stroke=\"%\""
                        + " stroke-width=\"1.6\"%/>",
                message.text().isEmpty() ? message.kind() : message.text(),
                line.x1,
                line.y1 + shift,
                tipX - dx * 5,
                tipY - dy * 5,
                colour,
                Svg.markup(message.isReceived() ? "" : " stroke-dasharray=\"5 3\""));
        if (message.isReceived()) {
            svg.add(
                    "<path d=\"M % % L % % L % % z\" fill=\"%\"/></g>",
                    tipX,
                    tipY,
                    tipX - dx * 9 - dy * 4,
                    tipY - dy * 9 + dx * 4,
                    tipX - dx * 9 + dy * 4,
                    tipY - dy * 9 - dx * 4,
                    colour);
        } else {
            cross(svg, line.x2, line.y2 + shift, colour);
            svg.add("</g>");
        }
    }

    static void cross(Svg svg, double x, double y, String colour) {
        svg.add(
                "<path d=\"M % % l 8 8 m 0 -8 l -8 8\" stroke=\"%\" stroke-width=\"2\" fill=\"none\"/>",
                x - 4, y - 4, colour);
    }

    private void drawLabel(Line line, List<Message> messages) {
        String whole = messages.stream().map(Message::text).collect(Collectors.joining(" + "));
        String kinds = messages.stream().map(Message::kind).collect(Collectors.joining(" + "));
        String colour = palette.of(messages.get(0).kind());
        for (String text : List.of(whole, kinds)) {
            if (drawIfRoom(line, text, colour)) {
                return;
            }
        }
    }

    /** Tries the gaps between the nodes that the arrow crosses, first the one beside the sender; above the line, then below. */
    private boolean drawIfRoom(Line line, String text, String colour) {
        double across = Math.abs(line.x2 - line.x1);
        int gaps = (int) Math.max(1, Math.round(across / columns.gap()));
        double angle = Math.abs(line.angle()) <= STEEPEST ? line.angle() : 0;
        for (double side : new double[] {-7, 8}) {
            for (int place = 0; place < gaps; place++) {
                for (double within : new double[] {0.5, 0.38, 0.62}) {
                    if (drawIfFree(line, (place + within) / gaps, side, angle, text, colour)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean drawIfFree(Line line, double share, double side, double angle, String text, String colour) {
        double x = line.x1 + (line.x2 - line.x1) * share - Math.sin(angle) * side;
        double y = line.y1 + (line.y2 - line.y1) * share + Math.cos(angle) * side;
        if (!labels.place(new Rectangle(x, y, text.length() * LETTER + 4, LABEL_HEIGHT, angle))) {
            return false;
        }
        svg.add(
                "<text class=\"halo\" transform=\"translate(% %) rotate(%)\" y=\"3.5\" font-size=\"10\" fill=\"%\""
                        + " text-anchor=\"middle\">%</text>",
                x, y, Math.toDegrees(angle), colour, text);
        return true;
    }
}
