// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Cut;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import io.quorate.trace.SpaceTime.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A {@link SpaceTime} as text, one event a line, in any order: what several processes have recorded can simply be put one behind
 * the other, if each numbers its own messages.
 *
 * <pre>
 * quorate-trace 1
 * title two contend
 * scale nanoseconds
 * nodes n1 n2
 * 0 n1 wait 1 orders            waits, as claim 1, for the lock orders
 * 5 n1 send n2 m1 Request 1.n1  sends n2 a message known as m1; its kind is the first word
 * 900 n2 receive m1             no such line: lost; two: it came twice
 * 1800 n1 hold 1 orders         holds (or hold-shared) as claim 1
 * 2500 n1 end 1                 claim 1 waits or holds no more
 * 2600 n1 mark n2 link reset    something between n1 and n2, or at n1 if n2 is n1 as well
 * 2600 n1 cut n2                nothing gets from n1 to n2
 * 2800 n1 mend n2               it does again
 * 2900 n1 down d1               n1 has crashed
 * 3500 n1 end d1                it is back
 * 3600 n1 state clock=4 voting  what n1 says of itself from now on
 * </pre>
 */
public final class SpaceTimeFile {
    /** The first line of every such file. */
    public static final String HEADER = "quorate-trace 1";

    private SpaceTimeFile() {}

    /** The diagram that the lines tell of; a line that cannot be read is refused with its number. */
    public static SpaceTime read(List<String> lines) {
        return new SpaceTimeReader().read(lines);
    }

    /** The lines that tell of the diagram, in the order of time. */
    public static List<String> write(SpaceTime diagram) {
        List<String> lines = new ArrayList<>();
        lines.add(HEADER);
        if (!diagram.title().isEmpty()) {
            lines.add("title " + oneLine(diagram.title()));
        }
        lines.add("scale " + (diagram.scale() == Scale.STEPS ? "steps" : "nanoseconds"));
        diagram.nodes().forEach(SpaceTimeFile::requireWord);
        lines.add("nodes " + String.join(" ", diagram.nodes()));
        List<Line> events = new ArrayList<>();
        addMessages(diagram, events);
        addSpans(diagram, events);
        addIncidents(diagram, events);
        events.sort(Comparator.comparingLong(Line::at));
        for (Line event : events) {
            lines.add(event.at + " " + event.text);
        }
        return lines;
    }

    private static void addMessages(SpaceTime diagram, List<Line> events) {
        int number = 0;
        for (Message message : diagram.messages()) {
            String id = "m" + ++number;
            String from = diagram.nodes().get(message.from());
            String to = diagram.nodes().get(message.to());
            String text = message.text().isEmpty() ? message.kind() : message.text();
            events.add(new Line(message.sentAt(), from + " send " + to + " " + id + " " + oneLine(text)));
            if (message.isReceived()) {
                events.add(new Line(message.receivedAt(), to + " receive " + id));
            }
        }
    }

    private static void addSpans(SpaceTime diagram, List<Line> events) {
        int number = 0;
        for (Span span : diagram.spans()) {
            String node = diagram.nodes().get(span.node());
            String id = "c" + ++number;
            String label = span.label().isEmpty() ? "" : " " + oneLine(span.label());
            events.add(new Line(span.from(), node + " " + word(span.activity()) + " " + id + label));
            if (span.to() != SpaceTime.NEVER) {
                events.add(new Line(span.to(), node + " end " + id));
            }
        }
    }

    private static void addIncidents(SpaceTime diagram, List<Line> events) {
        List<String> nodes = diagram.nodes();
        for (Mark mark : diagram.marks()) {
            String what = " mark " + nodes.get(mark.peer()) + " " + oneLine(mark.text());
            events.add(new Line(mark.at(), nodes.get(mark.node()) + what));
        }
        for (Cut cut : diagram.cuts()) {
            events.add(new Line(cut.begin(), nodes.get(cut.from()) + " cut " + nodes.get(cut.to())));
            if (cut.end() != SpaceTime.NEVER) {
                events.add(new Line(cut.end(), nodes.get(cut.from()) + " mend " + nodes.get(cut.to())));
            }
        }
        for (State state : diagram.states()) {
            events.add(new Line(state.at(), nodes.get(state.node()) + " state " + oneLine(state.text())));
        }
    }

    static String word(Activity activity) {
        return switch (activity) {
            case WAITING -> "wait";
            case HOLDING -> "hold";
            case HOLDING_SHARED -> "hold-shared";
            case DOWN -> "down";
        };
    }

    private static void requireWord(String label) {
        if (label.isEmpty() || label.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException(
                    "the label of a node is one word in a trace file; change this one: \"" + label + "\"");
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private record Line(long at, String text) {}
}
