// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.text;

import io.quorate.trace.Moments;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Span;
import io.quorate.trace.Times;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A diagram for the terminal: a column for each node, time downwards, a line for each message when it arrives. A node's column is
 * dotted while it waits and solid while it holds. Where many nodes leave no room between them, what a message says stands at
 * the end of its line.
 */
public final class TextDrawing {
    private static final int COLUMN_MAX = 26;

    /** More nodes share the same room, so each has less. */
    private static final int WIDTH_WANTED = 104;

    /** The usual width of a terminal. A drawing that almost fits into it is made to fit. */
    private static final int TERMINAL_WIDTH = 80;

    /** Room to the right for what is said of a line, as in {@code sent 123.45 ms}. */
    private static final int NOTE_WIDTH = 18;

    /** Narrower columns than this would cut off too much of the messages. */
    private static final int COLUMN_READABLE = 20;

    /** Where columns would be narrower than this, messages are not written between them. */
    private static final int COLUMN_WITH_TEXT = 13;

    /** Number of lines after which the names of the nodes are repeated. */
    private static final int LINES_FOR_NAMES = 48;

    private final SpaceTime diagram;
    private final Moments moments;
    private final TextInk ink;
    private final int timeWidth;
    private final int columnWidth;
    private final boolean textsAside;
    private final Map<Long, List<Message>> arriving = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private int lines;

    private TextDrawing(SpaceTime diagram, TextInk ink) {
        this.diagram = diagram;
        this.ink = ink;
        this.moments = new Moments(diagram);
        int widest = 4;
        for (int number = 0; number < moments.count(); number++) {
            widest = Math.max(
                    widest, Times.text(moments.time(number), diagram.scale()).length());
        }
        this.timeWidth = widest;
        int fair = WIDTH_WANTED / Math.max(1, diagram.nodes().size());
        this.textsAside = fair < COLUMN_WITH_TEXT;
        this.columnWidth = textsAside ? narrow() : fitted(Math.min(Math.min(COLUMN_MAX, fair), longest() + 6));
        for (Message message : diagram.messages()) {
            long at = message.isReceived() ? message.receivedAt() : message.sentAt();
            arriving.computeIfAbsent(at, time -> new ArrayList<>()).add(message);
        }
    }

    private int longest() {
        return Math.max(
                COLUMN_WITH_TEXT - 6,
                diagram.messages().stream()
                        .mapToInt(message -> message.text().length())
                        .max()
                        .orElse(0));
    }

    private int narrow() {
        int label = diagram.nodes().stream().mapToInt(String::length).max().orElse(0);
        return Math.max(4, label + 1);
    }

    private int fitted(int wanted) {
        int gaps = Math.max(1, diagram.nodes().size() - 1);
        int fitting = (TERMINAL_WIDTH - timeWidth - 4 - NOTE_WIDTH) / gaps;
        return fitting >= COLUMN_READABLE ? Math.min(wanted, fitting) : wanted;
    }

    /** The diagram as lines, each ended by a line feed. */
    public static String draw(SpaceTime diagram) {
        return new TextDrawing(diagram, TextInk.PLAIN).draw();
    }

    /** The same in the colours of a terminal: messages by their kinds, holds and incidents stand out. */
    public static String drawColoured(SpaceTime diagram) {
        return new TextDrawing(diagram, TextInk.coloured(diagram.kinds())).draw();
    }

    private String draw() {
        if (!diagram.title().isEmpty()) {
            text.append(diagram.title()).append('\n');
        }
        drawLabels();
        for (int number = 0; number < moments.count(); number++) {
            drawTime(moments.time(number));
        }
        drawLegend();
        return text.toString();
    }

    private int x(int node) {
        return timeWidth + 3 + node * columnWidth;
    }

    private void drawLabels() {
        StringBuilder line = new StringBuilder();
        String unit = diagram.scale() == SpaceTime.Scale.STEPS ? "step" : "time";
        line.append(" ".repeat(timeWidth - unit.length())).append(unit);
        for (int node = 0; node < diagram.nodes().size(); node++) {
            line.append(" ".repeat(Math.max(1, x(node) - line.length())))
                    .append(cut(diagram.nodes().get(node), columnWidth - 1));
        }
        text.append(ink.bold(line.toString())).append('\n');
    }

    private void drawTime(long time) {
        List<Message> messages = arriving.getOrDefault(time, List.of());
        List<Mark> marks =
                diagram.marks().stream().filter(mark -> mark.at() == time).toList();
        List<String> notes = moments.notes(time);
        for (Mark mark : marks) {
            TextRow row = row(time - 1);
            row.mark(x(mark.node()), x(mark.peer()));
            finish(row, time, List.of(ink.alarm(mark.text())));
        }
        for (int place = 0; place < messages.size(); place++) {
            boolean last = place == messages.size() - 1;
            Message message = messages.get(place);
            TextRow row = row(last ? time : time - 1);
            row.arrow(message, x(message.from()), x(message.to()), textsAside ? "" : message.text());
            finish(row, time, said(message, last ? notes : List.of()));
        }
        if (messages.isEmpty() && !notes.isEmpty()) {
            finish(row(time), time, notes);
        }
    }

    private List<String> said(Message message, List<String> notes) {
        List<String> said = new ArrayList<>();
        String when =
                message.isReceived() ? "sent " + Times.text(message.sentAt(), diagram.scale()) : "does not arrive";
        said.add(textsAside ? ink.paint(message.kind(), Moments.text(message)) + ", " + when : when);
        said.addAll(notes);
        return said;
    }

    private TextRow row(long stateAt) {
        int count = diagram.nodes().size();
        TextRow row = new TextRow(x(Math.max(0, count - 1)) + 1, ink);
        for (int node = 0; node < count; node++) {
            row.life(x(node), lineOf(node, stateAt));
        }
        return row;
    }

    private void finish(TextRow row, long time, List<String> notes) {
        if (++lines % LINES_FOR_NAMES == 0) {
            drawLabels();
        }
        String when = Times.text(time, diagram.scale());
        String line = " ".repeat(timeWidth - when.length())
                + when
                + row.from(timeWidth)
                + (notes.isEmpty() ? "" : "   " + String.join("; ", notes));
        text.append(line.stripTrailing()).append('\n');
    }

    private char lineOf(int node, long time) {
        char line = TextRow.IDLE;
        for (Span span : diagram.spans()) {
            if (span.node() == node && span.from() <= time && time < span.to()) {
                char own = TextRow.sign(span.activity());
                line = TextRow.rank(own) > TextRow.rank(line) ? own : line;
            }
        }
        return line;
    }

    private void drawLegend() {
        text.append(" ".repeat(timeWidth + 3)).append("│ idle  ┊ waits  █ holds");
        text.append(has(Activity.HOLDING_SHARED) ? "  ▓ holds, shared" : "");
        text.append(has(Activity.DOWN) ? "  x has crashed\n" : "\n");
    }

    private boolean has(Activity activity) {
        return diagram.spans().stream().anyMatch(span -> span.activity() == activity);
    }

    static String cut(String label, int length) {
        if (label.length() <= length) {
            return label;
        }
        return length < 2 ? "" : label.substring(0, length - 1) + "…";
    }
}
