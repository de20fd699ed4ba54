// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.Kinds;
import io.quorate.trace.Moments;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.svg.Labels.Stroke;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The messages as arrows. Those that travelled together lie side by side and share a label. */
final class SvgArrows {
    private static final double LETTER = 5.9;
    private static final double LABEL_HEIGHT = 11;

    /** How far a label may reach beyond its arrow. */
    private static final double OVERHANG = 8;

    /** Steeper than this, a label is written level: text at a steep angle is hard to read. */
    private static final double STEEPEST = Math.toRadians(38);

    /** A label under which more lines lie than this is not worth having; a shorter one may be. */
    private static final int CROSSINGS_MAX = 2;

    private final SpaceTime diagram;
    private final Svg svg;
    private final Labels labels;
    private final Kinds kinds;
    private final Layout layout;
    private final Annotations annotations;
    private final Map<Journey, List<Message>> journeys = new LinkedHashMap<>();

    SvgArrows(SpaceTime diagram, Svg svg, Labels labels, Kinds kinds, Layout layout, Annotations annotations) {
        this.diagram = diagram;
        this.svg = svg;
        this.labels = labels;
        this.kinds = kinds;
        this.layout = layout;
        this.annotations = annotations;
    }

    /** From where to where, and when: what messages of one frame have in common. */
    private record Journey(int from, int to, long sentAt, long receivedAt) {}

    /** A place for a label. */
    private record Place(Rectangle room, String text, int crossings) {}

    /** All lines, so that no line crosses out a label that is drawn later. */
    void drawLines() {
        for (Message message : diagram.messages()) {
            Journey journey = new Journey(message.from(), message.to(), message.sentAt(), message.receivedAt());
            journeys.computeIfAbsent(journey, each -> new ArrayList<>()).add(message);
        }
        journeys.forEach((journey, messages) -> {
            Stroke line = line(journey);
            labels.avoid(line);
            labels.keepFree(new Rectangle(line.x2() - Math.signum(line.x2() - line.x1()) * 5, line.y2(), 12, 9, 0));
            for (int place = 0; place < messages.size(); place++) {
                drawLine(line, messages.get(place), place * 4.0);
            }
        });
        // After all lines, so that none crosses them out.
        journeys.forEach((journey, messages) -> {
            for (int place = 0; place < messages.size(); place++) {
                drawHead(line(journey), messages.get(place), place * 4.0);
            }
        });
    }

    void drawLabels() {
        journeys.forEach((journey, messages) -> drawLabel(line(journey), messages));
    }

    private Stroke line(Journey journey) {
        double x1 = layout.columns().x(journey.from());
        double x2 = layout.columns().x(journey.to());
        double y1 = layout.y(journey.sentAt());
        if (journey.receivedAt() == SpaceTime.NEVER) {
            double away = Math.max(-70, Math.min(70, (x2 - x1) * 0.55));
            return new Stroke(x1, y1, x1 + away, y1 + 9);
        }
        return new Stroke(x1, y1, x2, layout.y(journey.receivedAt()));
    }

    private void drawLine(Stroke line, Message message, double shift) {
        double length = Math.max(1, Math.hypot(line.x2() - line.x1(), line.y2() - line.y1()));
        double dx = (line.x2() - line.x1()) / length;
        double dy = (line.y2() - line.y1()) / length;
        double tipX = line.x2() - dx * 2;
        double tipY = line.y2() - dy * 2 + shift;
        double startY = line.y1() + shift;
        svg.add(
                "<g class=\"message %\"%><title>%</title>",
                kinds.style(message.kind()), Svg.markup(annotations.of(message)), Moments.text(message));
        svg.add(
                "<line class=\"casing\" x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\"/>",
                line.x1() + dx * 7, startY + dy * 7, tipX - dx * 10, tipY - dy * 10);
        String dashes = message.isReceived() ? kinds.dashes(message.kind()) : " stroke-dasharray=\"5 3\"";
        svg.add(
                "<line x1=\"%\" y1=\"%\" x2=\"%\" y2=\"%\" stroke-width=\"1.6\"%/><circle cx=\"%\" cy=\"%\" r=\"2\"/>",
                line.x1(), startY, tipX - dx * 5, tipY - dy * 5, Svg.markup(dashes), line.x1(), startY);
        svg.add("</g>");
    }

    private void drawHead(Stroke line, Message message, double shift) {
        double length = Math.max(1, Math.hypot(line.x2() - line.x1(), line.y2() - line.y1()));
        double dx = (line.x2() - line.x1()) / length;
        double dy = (line.y2() - line.y1()) / length;
        double tipX = line.x2() - dx * 2;
        double tipY = line.y2() - dy * 2 + shift;
        Object annotation = Svg.markup(annotations.of(message));
        if (message.isReceived()) {
            svg.add(
                    "<path class=\"head %\"% d=\"M % % L % % L % % z\"/>",
                    kinds.style(message.kind()),
                    annotation,
                    tipX,
                    tipY,
                    tipX - dx * 9 - dy * 4,
                    tipY - dy * 9 + dx * 4,
                    tipX - dx * 9 + dy * 4,
                    tipY - dy * 9 - dx * 4);
        } else {
            svg.add("<g class=\"end\"%>", annotation);
            cross(svg, line.x2(), line.y2() + shift);
            svg.add("</g>");
        }
    }

    static void cross(Svg svg, double x, double y) {
        svg.add(
                "<path class=\"alarm-line\" d=\"M % % l 8 8 m 0 -8 l -8 8\" stroke-width=\"2\" fill=\"none\"/>",
                x - 4, y - 4);
    }

    private void drawLabel(Stroke line, List<Message> messages) {
        Message first = messages.get(0);
        String whole = messages.stream().map(Moments::text).collect(Collectors.joining(" + "));
        String kindsOnly = messages.stream().map(Message::kind).collect(Collectors.joining(" + "));
        String more = messages.size() == 1 ? "" : " + " + (messages.size() - 1);
        List<String> texts = List.of(
                whole, Moments.text(first) + more, kindsOnly, first.kind() + more, kinds.tag(first.kind()) + more);
        Place best = null;
        for (int place = 0; place < texts.size() && (best == null || best.crossings > 0); place++) {
            Place found = bestPlace(line, texts.get(place));
            // A shorter arrow must be better by one line for each step.
            if (found != null && (best == null || found.crossings + 2 < best.crossings)) {
                best = found;
            }
        }
        if (best != null) {
            labels.keepFree(best.room);
            svg.add(
                    "<text class=\"label halo %\"% transform=\"translate(% %) rotate(%)\" y=\"3.5\" font-size=\"10\""
                            + " text-anchor=\"middle\">%</text>",
                    kinds.style(first.kind()),
                    Svg.markup(annotations.of(first)),
                    best.room.centreX(),
                    best.room.centreY(),
                    Math.toDegrees(best.room.angle()),
                    best.text);
        }
    }

    /** Of the gaps between the nodes that the arrow crosses, above the line and below, the place with the fewest lines. */
    private @Nullable Place bestPlace(Stroke line, String text) {
        double across = Math.abs(line.x2() - line.x1());
        int gaps = (int) Math.max(1, Math.round(across / layout.columns().gap()));
        Place best = null;
        for (double side : new double[] {-7, 8}) {
            for (int place = 0; place < gaps; place++) {
                for (double within : new double[] {0.5, 0.38, 0.62}) {
                    Rectangle room = room(line, (place + within) / gaps, side, text);
                    if (room != null && labels.isFree(room)) {
                        int crossings = labels.crossings(room, line);
                        if (crossings <= CROSSINGS_MAX && (best == null || crossings < best.crossings)) {
                            best = new Place(room, text, crossings);
                        }
                        if (crossings == 0) {
                            return best;
                        }
                    }
                }
            }
        }
        return best;
    }

    /** The room for a label at a share of the way; null if it would reach too far beyond its arrow. */
    private static @Nullable Rectangle room(Stroke line, double share, double side, String text) {
        double slope = Math.atan2(line.y2() - line.y1(), line.x2() - line.x1());
        double upright = Math.abs(slope) <= Math.PI / 2 ? slope : slope - Math.PI * Math.signum(slope);
        double angle = Math.abs(upright) <= STEEPEST ? upright : 0;
        double x = line.x1() + (line.x2() - line.x1()) * share - Math.sin(angle) * side;
        double y = line.y1() + (line.y2() - line.y1()) * share + Math.cos(angle) * side;
        double width = text.length() * LETTER + 4;
        double half = width / 2 * Math.cos(angle);
        boolean fits = x - half > Math.min(line.x1(), line.x2()) - OVERHANG
                && x + half < Math.max(line.x1(), line.x2()) + OVERHANG;
        return fits ? new Rectangle(x, y, width, LABEL_HEIGHT, angle) : null;
    }
}
