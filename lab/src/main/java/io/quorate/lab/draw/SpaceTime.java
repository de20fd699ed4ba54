package io.quorate.lab.draw;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a diagram shows. Nodes are numbered from 0 in the order of their labels; times are in the unit of the scale; all lists are
 * in the order of time.
 */
public record SpaceTime(
        String title, Scale scale, List<String> nodes, List<Message> messages, List<Span> spans, List<Mark> marks) {

    /** The time at which something happened that never did: a message was never received, a hold has not ended. */
    public static final long NEVER = Long.MAX_VALUE;

    /** What a unit of time is. */
    public enum Scale {
        /** One event after the other. */
        STEPS,
        /** Virtual or real time. */
        NANOSECONDS
    }

    /** A message from one node to another; {@code receivedAt} is {@link #NEVER} if it was lost or is still under way. */
    public record Message(int from, int to, long sentAt, long receivedAt, String kind, String text) {
        public boolean isReceived() {
            return receivedAt != NEVER;
        }
    }

    /** What a node is about for a while. */
    public enum Activity {
        WAITING,
        HOLDING,
        HOLDING_SHARED
    }

    /** A node waits for a lock or holds it, from a time to another. */
    public record Span(int node, Activity activity, long from, long to, String label) {}

    /** Something that happened at a node, or between two: then {@code peer} is the other one, else the same. */
    public record Mark(int node, int peer, long at, String text) {
        public boolean isBetweenNodes() {
            return node != peer;
        }
    }

    public SpaceTime {
        nodes = List.copyOf(nodes);
        messages = sorted(messages, Comparator.comparingLong(Message::sentAt).thenComparingLong(Message::receivedAt));
        spans = sorted(spans, Comparator.comparingLong(Span::from).thenComparingLong(Span::to));
        marks = sorted(marks, Comparator.comparingLong(Mark::at));
    }

    private static <T> List<T> sorted(List<T> things, Comparator<T> order) {
        List<T> sorted = new ArrayList<>(things);
        sorted.sort(order);
        return List.copyOf(sorted);
    }

    /** Every time at which something happens, ascending, each once. */
    public long[] times() {
        List<Long> times = new ArrayList<>();
        for (Message message : messages) {
            times.add(message.sentAt());
            times.add(message.receivedAt());
        }
        for (Span span : spans) {
            times.add(span.from());
            times.add(span.to());
        }
        marks.forEach(mark -> times.add(mark.at()));
        return times.stream()
                .mapToLong(Long::longValue)
                .filter(time -> time != NEVER)
                .sorted()
                .distinct()
                .toArray();
    }

    /** The kinds of messages, those first seen first. */
    public List<String> kinds() {
        return messages.stream().map(Message::kind).distinct().toList();
    }

    /** A diagram that is put together from what happened, in any order of time. */
    public static Builder of(String title, Scale scale, List<String> nodes) {
        return new Builder(title, scale, nodes);
    }

    /** Collects what happened. */
    public static final class Builder {
        private final String title;
        private final Scale scale;
        private final List<String> nodes;
        private final List<Message> messages = new ArrayList<>();
        private final List<Span> spans = new ArrayList<>();
        private final List<Mark> marks = new ArrayList<>();

        private Builder(String title, Scale scale, List<String> nodes) {
            this.title = title;
            this.scale = scale;
            this.nodes = List.copyOf(nodes);
        }

        public Builder message(Message message) {
            requireNode(message.from());
            requireNode(message.to());
            messages.add(message);
            return this;
        }

        public Builder span(Span span) {
            requireNode(span.node());
            spans.add(span);
            return this;
        }

        public Builder mark(Mark mark) {
            requireNode(mark.node());
            requireNode(mark.peer());
            marks.add(mark);
            return this;
        }

        private void requireNode(int node) {
            if (node < 0 || node >= nodes.size()) {
                throw new IllegalArgumentException(
                        "the diagram has " + nodes.size() + " nodes, numbered from 0; there is no node " + node);
            }
        }

        public SpaceTime build() {
            return new SpaceTime(title, scale, nodes, messages, spans, marks);
        }
    }
}
