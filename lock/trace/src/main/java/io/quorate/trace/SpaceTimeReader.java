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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a {@link SpaceTimeFile}: first takes them down, then puts them in order, then makes sense of them. */
final class SpaceTimeReader {
    private String title = "";
    private Scale scale = Scale.STEPS;
    private final List<String> nodes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    private final Map<String, Sent> sent = new LinkedHashMap<>();
    private final Map<String, Span> open = new LinkedHashMap<>();
    private final Map<String, Cut> cuts = new LinkedHashMap<>();

    /** One line about what happened. */
    private record Event(int line, long at, String node, String verb, List<String> words, String text) {
        String word(int place) {
            if (place >= words.size()) {
                throw new IllegalArgumentException("the line ends too early");
            }
            return words.get(place);
        }

        /** The text after this number of words. */
        String rest(int place) {
            return place >= words.size() ? "" : String.join(" ", words.subList(place, words.size()));
        }
    }

    private static final class Sent {
        final Event event;
        boolean received;

        Sent(Event event) {
            this.event = event;
        }
    }

    SpaceTime read(List<String> lines) {
        if (lines.isEmpty() || !lines.get(0).strip().equals(SpaceTimeFile.HEADER)) {
            throw new IllegalArgumentException("this is no trace file: its first line should be \""
                    + SpaceTimeFile.HEADER + "\"; record one with ./quorate demo or ./quorate simulate");
        }
        for (int number = 1; number < lines.size(); number++) {
            takeDown(lines.get(number).strip(), number + 1);
        }
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("the trace file names no nodes: add a line such as \"nodes n1 n2 n3\"");
        }
        events.sort(Comparator.comparingLong(Event::at));
        SpaceTime.Builder diagram = SpaceTime.of(title, scale, nodes);
        // Clocks of several processes differ a little: a message may seem to be received before it was sent.
        forEach("send", event -> send(event));
        for (Event event : events) {
            guarded(event, () -> make(event, diagram));
        }
        close(diagram);
        return diagram.build();
    }

    private void takeDown(String line, int number) {
        if (line.isEmpty() || line.startsWith("#") || line.equals(SpaceTimeFile.HEADER)) {
            return;
        }
        List<String> words = List.of(line.split("\\s+"));
        switch (words.get(0)) {
            case "title" -> title = line.substring("title".length()).strip();
            case "scale" -> scale = words.contains("steps") ? Scale.STEPS : Scale.NANOSECONDS;
            case "nodes" ->
                words.stream().skip(1).filter(node -> !nodes.contains(node)).forEach(nodes::add);
            default -> {
                if (words.size() < 3 || !words.get(0).matches("[0-9]{1,18}")) {
                    throw bad(number, line, "an event is a time, a node, a verb and what belongs to it");
                }
                long at = Long.parseLong(words.get(0));
                events.add(new Event(
                        number, at, words.get(1), words.get(2), List.copyOf(words.subList(3, words.size())), line));
            }
        }
    }

    private interface Step {
        void with(Event event);
    }

    private void forEach(String verb, Step step) {
        for (Event event : events) {
            if (event.verb.equals(verb)) {
                guarded(event, () -> step.with(event));
            }
        }
    }

    private static void guarded(Event event, Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException refused) {
            throw bad(event.line, event.text, refused.getMessage());
        }
    }

    private void send(Event event) {
        requireNode(event.node);
        requireNode(event.word(0));
        if (event.words.size() < 3) {
            throw new IllegalArgumentException("a message needs a receiver, a name and a text");
        }
        if (sent.putIfAbsent(event.word(1), new Sent(event)) != null) {
            throw new IllegalArgumentException("there are two messages with the name " + event.word(1));
        }
    }

    private void make(Event event, SpaceTime.Builder diagram) {
        int node = requireNode(event.node);
        switch (event.verb) {
            case "send" -> {}
            case "receive" -> receive(event, diagram);
            case "wait" -> begin(event, node, Activity.WAITING, diagram);
            case "hold" -> begin(event, node, Activity.HOLDING, diagram);
            case "hold-shared" -> begin(event, node, Activity.HOLDING_SHARED, diagram);
            case "down" -> begin(event, node, Activity.DOWN, diagram);
            case "end" -> end(event, diagram);
            case "cut" -> cut(event, node);
            case "mend" -> mend(event, diagram);
            case "state" -> diagram.state(new State(node, event.at, event.rest(0)));
            case "mark" -> diagram.mark(new Mark(node, requireNode(event.word(0)), event.at, event.rest(1)));
            default ->
                throw new IllegalArgumentException(
                        "the verbs are send, receive, wait, hold, hold-shared, down, end, cut, mend, mark and state");
        }
    }

    private void receive(Event event, SpaceTime.Builder diagram) {
        Sent message = sent.get(event.word(0));
        if (message == null) {
            throw new IllegalArgumentException("no line sends the message " + event.word(0));
        }
        message.received = true;
        diagram.message(message(message.event, event.at));
    }

    private Message message(Event send, long receivedAt) {
        return new Message(
                requireNode(send.node), requireNode(send.word(0)), send.at, receivedAt, send.word(2), send.rest(2));
    }

    private static String claim(Event event) {
        return event.node + " " + event.word(0);
    }

    private void begin(Event event, int node, Activity activity, SpaceTime.Builder diagram) {
        end(event, diagram);
        open.put(claim(event), new Span(node, activity, event.at, SpaceTime.NEVER, event.rest(1)));
    }

    private void end(Event event, SpaceTime.Builder diagram) {
        Span begun = open.remove(claim(event));
        if (begun != null) {
            diagram.span(new Span(begun.node(), begun.activity(), begun.from(), event.at, begun.label()));
        }
    }

    private void cut(Event event, int node) {
        Cut begun = new Cut(node, requireNode(event.word(0)), event.at, SpaceTime.NEVER);
        if (cuts.putIfAbsent(claim(event), begun) != null) {
            throw new IllegalArgumentException(
                    "what goes from " + event.node + " to " + event.word(0) + " is cut already");
        }
    }

    private void mend(Event event, SpaceTime.Builder diagram) {
        Cut begun = cuts.remove(claim(event));
        if (begun == null) {
            throw new IllegalArgumentException("nothing has cut what goes from " + event.node + " to " + event.word(0));
        }
        diagram.cut(new Cut(begun.from(), begun.to(), begun.begin(), event.at));
    }

    private void close(SpaceTime.Builder diagram) {
        cuts.values().forEach(diagram::cut);
        open.values().forEach(diagram::span);
        for (Sent message : sent.values()) {
            if (!message.received) {
                diagram.message(message(message.event, SpaceTime.NEVER));
            }
        }
    }

    private int requireNode(String label) {
        int node = nodes.indexOf(label);
        if (node < 0) {
            throw new IllegalArgumentException("there is no node " + label + "; there are " + String.join(" ", nodes));
        }
        return node;
    }

    private static IllegalArgumentException bad(int number, String line, @Nullable String why) {
        return new IllegalArgumentException("line " + number + " of the trace cannot be read, " + why + ": " + line);
    }
}
