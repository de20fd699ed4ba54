package io.quorate.lab.draw;

import io.quorate.lab.draw.SpaceTime.Activity;
import io.quorate.lab.draw.SpaceTime.Mark;
import io.quorate.lab.draw.SpaceTime.Message;
import io.quorate.lab.draw.SpaceTime.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A diagram for the terminal: a column for each node, time downwards, a line for each message when it arrives. A node's column is
 * dotted while it waits and solid while it holds.
 */
public final class TextDrawing {
    private static final int COLUMN_MIN = 10;
    private static final int COLUMN_MAX = 26;

    /** More nodes share the same room, so each has less. */
    private static final int WIDTH_WANTED = 104;

    /** What a terminal usually has. A drawing that almost fits into it is made to fit. */
    private static final int TERMINAL_WIDTH = 80;

    /** Room to the right for what is said of a line, as in {@code sent 123.45 ms}. */
    private static final int NOTE_WIDTH = 18;

    /** Narrower columns than this would cut off too much of the messages. */
    private static final int COLUMN_READABLE = 20;

    private final SpaceTime diagram;
    private final int timeWidth;
    private final int columnWidth;
    private final StringBuilder text = new StringBuilder();

    private TextDrawing(SpaceTime diagram) {
        this.diagram = diagram;
        int longest = diagram.messages().stream()
                .mapToInt(message -> message.text().length())
                .max()
                .orElse(0);
        int fair = WIDTH_WANTED / Math.max(1, diagram.nodes().size());
        long[] times = diagram.times();
        int widest = 4;
        for (long time : times) {
            widest = Math.max(widest, Times.text(time, diagram.scale()).length());
        }
        this.timeWidth = widest;
        this.columnWidth = fitted(Math.max(COLUMN_MIN, Math.min(Math.min(COLUMN_MAX, fair), longest + 6)));
    }

    private int fitted(int wanted) {
        int gaps = Math.max(1, diagram.nodes().size() - 1);
        int fitting = (TERMINAL_WIDTH - timeWidth - 4 - NOTE_WIDTH) / gaps;
        return fitting >= COLUMN_READABLE ? Math.min(wanted, fitting) : wanted;
    }

    /** The diagram as lines, each ended by a line feed. */
    public static String draw(SpaceTime diagram) {
        return new TextDrawing(diagram).draw();
    }

    private String draw() {
        if (!diagram.title().isEmpty()) {
            text.append(diagram.title()).append('\n');
        }
        drawLabels();
        for (long time : diagram.times()) {
            drawTime(time);
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
        text.append(line).append('\n');
    }

    private void drawTime(long time) {
        List<Message> arriving = diagram.messages().stream()
                .filter(message -> message.isReceived() ? message.receivedAt() == time : message.sentAt() == time)
                .toList();
        List<Mark> marks =
                diagram.marks().stream().filter(mark -> mark.at() == time).toList();
        List<String> notes = notes(time);
        if (arriving.isEmpty() && marks.isEmpty() && notes.isEmpty()) {
            return;
        }
        for (Mark mark : marks) {
            Row row = new Row(time - 1);
            row.mark(mark);
            row.finish(time, List.of(mark.text()));
        }
        for (int place = 0; place < arriving.size(); place++) {
            boolean last = place == arriving.size() - 1;
            Message message = arriving.get(place);
            Row row = new Row(last ? time : time - 1);
            row.arrow(message);
            List<String> said = new ArrayList<>();
            if (message.isReceived()) {
                said.add("sent " + Times.text(message.sentAt(), diagram.scale()));
            } else {
                said.add("does not arrive");
            }
            said.addAll(last ? notes : List.of());
            row.finish(time, said);
        }
        if (arriving.isEmpty() && !notes.isEmpty()) {
            new Row(time).finish(time, notes);
        }
    }

    /** What begins and ends at this time, in words. */
    private List<String> notes(long time) {
        List<String> notes = new ArrayList<>();
        for (Span span : diagram.spans()) {
            String who = diagram.nodes().get(span.node());
            String what = span.label().isEmpty() ? "" : " " + span.label();
            if (span.to() == time && span.activity() != Activity.WAITING) {
                notes.add(who + " releases" + what);
            } else if (span.to() == time && !isFollowedByHold(span)) {
                notes.add(who + " gives up" + what);
            }
        }
        for (Span span : diagram.spans()) {
            if (span.from() == time) {
                String who = diagram.nodes().get(span.node());
                String what = span.label().isEmpty() ? "" : " " + span.label();
                notes.add(who + verb(span.activity()) + what);
            }
        }
        return notes;
    }

    private boolean isFollowedByHold(Span wait) {
        return diagram.spans().stream()
                .anyMatch(span -> span.node() == wait.node()
                        && span.from() == wait.to()
                        && span.activity() != Activity.WAITING
                        && span.label().equals(wait.label()));
    }

    private static String verb(Activity activity) {
        return switch (activity) {
            case WAITING -> " waits";
            case HOLDING -> " holds";
            case HOLDING_SHARED -> " holds, shared";
        };
    }

    private char lineOf(int node, long time) {
        char line = '│';
        for (Span span : diagram.spans()) {
            if (span.node() == node && span.from() <= time && time < span.to()) {
                if (span.activity() == Activity.HOLDING) {
                    return '█';
                }
                if (span.activity() == Activity.HOLDING_SHARED) {
                    line = '▓';
                } else if (line == '│') {
                    line = '┊';
                }
            }
        }
        return line;
    }

    private void drawLegend() {
        text.append(" ".repeat(timeWidth + 3)).append("│ idle  ┊ waits  █ holds");
        boolean shared = diagram.spans().stream().anyMatch(span -> span.activity() == Activity.HOLDING_SHARED);
        text.append(shared ? "  ▓ holds, shared\n" : "\n");
    }

    private static String cut(String label, int length) {
        if (label.length() <= length) {
            return label;
        }
        return length < 2 ? "" : label.substring(0, length - 1) + "…";
    }

    /** One line of the drawing. */
    private final class Row {
        private final char[] cells = new char[x(diagram.nodes().size() - 1) + 1];

        Row(long stateAt) {
            Arrays.fill(cells, ' ');
            for (int node = 0; node < diagram.nodes().size(); node++) {
                cells[x(node)] = lineOf(node, stateAt);
            }
        }

        void arrow(Message message) {
            int from = x(message.from());
            int to = x(message.to());
            if (from == to) {
                return;
            }
            int way = from < to ? 1 : -1;
            for (int cell = from + way; cell != to; cell += way) {
                cells[cell] = cells[cell] == ' ' ? '─' : '┼';
            }
            cells[to - way] = message.isReceived() ? (way > 0 ? '▶' : '◀') : '╳';
            int room = Math.abs(to - from) - 5;
            String label = cut(message.text(), room);
            int start = way > 0 ? from + 3 : from - 2 - label.length();
            write(label, start);
        }

        void mark(Mark mark) {
            int from = Math.min(x(mark.node()), x(mark.peer()));
            int to = Math.max(x(mark.node()), x(mark.peer()));
            for (int cell = from + 1; cell < to; cell++) {
                cells[cell] = cells[cell] == ' ' ? '╌' : cells[cell];
            }
            if (mark.isBetweenNodes()) {
                cells[(from + to) / 2] = '╳';
            } else {
                cells[from] = '◆';
            }
        }

        private void write(String label, int start) {
            for (int place = 0; place < label.length(); place++) {
                cells[start + place] = label.charAt(place);
            }
        }

        void finish(long time, List<String> notes) {
            String when = Times.text(time, diagram.scale());
            StringBuilder line = new StringBuilder();
            line.append(" ".repeat(timeWidth - when.length())).append(when);
            line.append(cells, timeWidth, cells.length - timeWidth);
            if (!notes.isEmpty()) {
                line.append("   ").append(String.join("; ", notes));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
