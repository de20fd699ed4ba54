// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The content of a diagram. Nodes are numbered from 0 in the order of their labels; times are in the unit of the scale; all lists are
 * in the order of time.
 */
public record SpaceTime(
        String title,
        Scale scale,
        List<String> nodes,
        List<Message> messages,
        List<Span> spans,
        List<Mark> marks,
        List<Cut> cuts,
        List<State> states) {

    /** The time at which something happened that never did: a message was never received, a hold has not ended. */
    public static final long NEVER = Long.MAX_VALUE;

    /** The unit of time. */
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

    /** A time span of a node: waiting, holding, down. */
    public enum Activity {
        WAITING,
        HOLDING,
        HOLDING_SHARED,
        /** It has crashed, and has not started again. */
        DOWN
    }

    /** A node waits for a lock or holds it, or is down, from a time to another. */
    public record Span(int node, Activity activity, long from, long to, String label) {}

    /** Something that happened at a node, or between two: then {@code peer} is the other one, else the same. */
    public record Mark(int node, int peer, long at, String text) {
        public boolean isBetweenNodes() {
            return node != peer;
        }
    }

    /** A time span in which no message passes from one node to another. */
    public record Cut(int from, int to, long begin, long end) {}

    /** A node's description of itself from this time on, until the next one. */
    public record State(int node, long at, String text) {}

    public SpaceTime {
        nodes = List.copyOf(nodes);
        messages = sorted(messages, Comparator.comparingLong(Message::sentAt).thenComparingLong(Message::receivedAt));
        spans = sorted(spans, Comparator.comparingLong(Span::from).thenComparingLong(Span::to));
        marks = sorted(marks, Comparator.comparingLong(Mark::at));
        cuts = sorted(cuts, Comparator.comparingLong(Cut::begin).thenComparingLong(Cut::end));
        states = sorted(states, Comparator.comparingLong(State::at));
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
        for (Cut cut : cuts) {
            times.add(cut.begin());
            times.add(cut.end());
        }
        marks.forEach(mark -> times.add(mark.at()));
        return times.stream()
                .mapToLong(Long::longValue)
                .filter(time -> time != NEVER)
                .sorted()
                .distinct()
                .toArray();
    }

    /** All of it, to be added to. */
    public Builder toBuilder() {
        Builder builder = of(title, scale, nodes);
        messages.forEach(builder::message);
        spans.forEach(builder::span);
        marks.forEach(builder::mark);
        cuts.forEach(builder::cut);
        states.forEach(builder::state);
        return builder;
    }

    /** The same diagram up to a time, under another title. A span that has not ended by then stays open. */
    public SpaceTime until(long time, String newTitle) {
        Builder part = of(newTitle, scale, nodes);
        messages.stream().filter(message -> message.sentAt() <= time).forEach(part::message);
        marks.stream().filter(mark -> mark.at() <= time).forEach(part::mark);
        states.stream().filter(state -> state.at() <= time).forEach(part::state);
        for (Span span : spans) {
            if (span.from() <= time) {
                long to = span.to() <= time ? span.to() : NEVER;
                part.span(new Span(span.node(), span.activity(), span.from(), to, span.label()));
            }
        }
        for (Cut cut : cuts) {
            if (cut.begin() <= time) {
                part.cut(new Cut(cut.from(), cut.to(), cut.begin(), cut.end() <= time ? cut.end() : NEVER));
            }
        }
        return part.build();
    }

    /** The diagram up to the time at which this number of messages was sent; all of it if there are fewer. */
    public SpaceTime beginning(int messagesMax) {
        return messages.size() <= messagesMax
                ? this
                : until(messages.get(messagesMax).sentAt() - 1, title);
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
        private final List<Cut> cuts = new ArrayList<>();
        private final List<State> states = new ArrayList<>();

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

        public Builder cut(Cut cut) {
            requireNode(cut.from());
            requireNode(cut.to());
            cuts.add(cut);
            return this;
        }

        public Builder state(State state) {
            requireNode(state.node());
            states.add(state);
            return this;
        }

        private void requireNode(int node) {
            if (node < 0 || node >= nodes.size()) {
                throw new IllegalArgumentException(
                        "the diagram has " + nodes.size() + " nodes, numbered from 0; there is no node " + node);
            }
        }

        public SpaceTime build() {
            return new SpaceTime(title, scale, nodes, messages, spans, marks, cuts, states);
        }
    }
}
