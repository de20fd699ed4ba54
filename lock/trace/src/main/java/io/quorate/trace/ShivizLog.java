// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import io.quorate.trace.SpaceTime.Cut;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A diagram as a log for ShiViz, which draws what happened before what. The first line is the regular expression by which ShiViz reads
 * the others, the second would part several runs and is empty. Then a line for each event of a node: the node, its vector
 * clock, the time, and what happened:
 *
 * <pre>
 * n2 {"n1":1,"n2":2} 3 receives Request 1.n1 from n1
 * </pre>
 */
public final class ShivizLog {
    /** How ShiViz reads a line. */
    public static final String EXPRESSION = "(?<host>\\S+) (?<clock>\\{[^}]*\\}) (?<time>\\S+) (?<event>.*)";

    private static final Comparator<Event> EARLIEST =
            Comparator.comparingLong(Event::at).thenComparing(Event::order);

    private final SpaceTime diagram;
    private final List<Deque<Event>> waiting = new ArrayList<>();
    private final List<Map<String, Long>> clocks = new ArrayList<>();
    private final Map<Message, Map<String, Long>> sent = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();

    /** Events at one time at one node have an order: first inputs from outside, then their effects. */
    private enum Order {
        INCIDENT,
        RECEIVE,
        CHANGE,
        SEND
    }

    private record Event(
            int node,
            long at,
            Order order,
            String text,
            @Nullable Message message) {}

    private ShivizLog(SpaceTime diagram) {
        this.diagram = diagram;
        diagram.nodes().forEach(node -> {
            waiting.add(new ArrayDeque<>());
            clocks.add(new TreeMap<>());
        });
    }

    /** The lines of the file. */
    public static List<String> write(SpaceTime diagram) {
        return new ShivizLog(diagram).write();
    }

    private List<String> write() {
        List<Event> events = events();
        // Sorting keeps the order of what is equal, so each node's events keep theirs.
        events.sort(EARLIEST);
        events.forEach(event -> waiting.get(event.node).add(event));
        lines.add(EXPRESSION);
        lines.add("");
        for (Event next = next(); next != null; next = next()) {
            waiting.get(next.node).remove(next);
            happen(next);
        }
        return lines;
    }

    /** The earliest of the first events of the nodes that is possible; if none is, the one that must go first; null at the end. */
    private @Nullable Event next() {
        Event best = null;
        for (Deque<Event> queue : waiting) {
            Event first = queue.peek();
            if (first != null && isPossible(first) && (best == null || EARLIEST.compare(first, best) < 0)) {
                best = first;
            }
        }
        return best == null ? nextWhenStuck() : best;
    }

    private String name(int node) {
        return diagram.nodes().get(node);
    }

    private List<Event> events() {
        List<Event> events = new ArrayList<>();
        for (Message message : diagram.messages()) {
            String text = Moments.text(message);
            String lost = message.isReceived() ? "" : ", which does not arrive";
            String to = "sends " + text + " to " + name(message.to()) + lost;
            events.add(new Event(message.from(), message.sentAt(), Order.SEND, to, message));
            if (message.isReceived()) {
                String from = "receives " + text + " from " + name(message.from());
                events.add(new Event(message.to(), message.receivedAt(), Order.RECEIVE, from, message));
            }
        }
        for (Mark mark : diagram.marks()) {
            String with = mark.isBetweenNodes() ? " with " + name(mark.peer()) : "";
            events.add(new Event(mark.node(), mark.at(), Order.INCIDENT, mark.text() + with, null));
        }
        for (Cut cut : diagram.cuts()) {
            add(events, cut.from(), cut.begin(), "is cut off from " + name(cut.to()));
            add(events, cut.from(), cut.end(), "reaches " + name(cut.to()) + " again");
        }
        Moments moments = new Moments(diagram);
        for (Span span : diagram.spans()) {
            add(events, span.node(), span.to(), moments.ending(span));
            add(events, span.node(), span.from(), moments.beginning(span));
        }
        return events;
    }

    private static void add(List<Event> events, int node, long at, String text) {
        if (at != SpaceTime.NEVER && !text.isEmpty()) {
            events.add(new Event(node, at, Order.CHANGE, text, null));
        }
    }

    /** A message is received after it was sent, whatever the clocks of the nodes say. */
    private boolean isPossible(Event event) {
        return event.order != Order.RECEIVE || sent.containsKey(event.message);
    }

    /**
     * Every node waits for a message that another sends at the same instant, or, if the recording is wrong, never: then some event that
     * is possible goes first, else the receipt of a message that nobody has sent.
     */
    private @Nullable Event nextWhenStuck() {
        List<Event> left = waiting.stream().flatMap(Deque::stream).toList();
        return left.stream().filter(this::isPossible).findFirst().orElse(left.isEmpty() ? null : left.get(0));
    }

    private void happen(Event event) {
        Map<String, Long> clock = clocks.get(event.node);
        clock.merge(name(event.node), 1L, Long::sum);
        Message message = event.message;
        if (message != null && event.order == Order.RECEIVE) {
            sent.getOrDefault(message, new TreeMap<>()).forEach((node, count) -> clock.merge(node, count, Math::max));
        } else if (message != null) {
            sent.put(message, new TreeMap<>(clock));
        }
        String time = Times.text(event.at, diagram.scale()).replace(" ", "");
        lines.add(name(event.node) + " " + json(clock) + " " + time + " " + event.text.replaceAll("\\s+", " "));
    }

    private static String json(Map<String, Long> clock) {
        StringBuilder json = new StringBuilder("{");
        clock.forEach((node, count) -> {
            json.append(json.length() > 1 ? "," : "");
            json.append('"')
                    .append(node.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append("\":")
                    .append(count);
        });
        return json.append('}').toString();
    }
}
