// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The times at which something happens, numbered from 0, and what happens then, in words. */
public final class Moments {
    private final SpaceTime diagram;
    private final long[] times;
    private final Map<Long, List<String>> ends = new LinkedHashMap<>();
    private final Map<Long, List<String>> begins = new LinkedHashMap<>();

    public Moments(SpaceTime diagram) {
        this.diagram = diagram;
        this.times = diagram.times();
        for (Span span : diagram.spans()) {
            String ending = ending(span);
            if (!ending.isEmpty()) {
                add(ends, span.to(), label(span.node()) + " " + ending);
            }
            add(begins, span.from(), label(span.node()) + " " + beginning(span));
        }
        for (CutBand band : CutBand.of(diagram)) {
            add(begins, band.begin(), "cut: " + band.text());
            add(ends, band.end(), "mended: " + band.text());
        }
    }

    private static void add(Map<Long, List<String>> target, long at, String text) {
        target.computeIfAbsent(at, time -> new ArrayList<>()).add(text);
    }

    public int count() {
        return times.length;
    }

    public long time(int number) {
        return times[number];
    }

    /** The number of the moment at this time; the last one before it if nothing happens then. */
    public int at(long time) {
        int place = Arrays.binarySearch(times, time);
        return place >= 0 ? place : -place - 2;
    }

    String label(int node) {
        return diagram.nodes().get(node);
    }

    /** The spans that begin and end at this time. */
    public List<String> notes(long time) {
        List<String> notes = new ArrayList<>(ends.getOrDefault(time, List.of()));
        notes.addAll(begins.getOrDefault(time, List.of()));
        return notes;
    }

    /** The events at each moment: incidents, arrivals, spans that begin and end, sends. */
    public List<List<String>> tell() {
        List<List<String>> all = new ArrayList<>();
        for (int number = 0; number < times.length; number++) {
            all.add(new ArrayList<>());
        }
        for (Mark mark : diagram.marks()) {
            String who = mark.isBetweenNodes() ? label(mark.node()) + " – " + label(mark.peer()) : label(mark.node());
            all.get(at(mark.at())).add(who + ": " + mark.text());
        }
        for (Message message : diagram.messages()) {
            if (message.isReceived()) {
                all.get(at(message.receivedAt()))
                        .add(label(message.to()) + " ← " + label(message.from()) + "  " + text(message));
            }
        }
        for (int number = 0; number < times.length; number++) {
            all.get(number).addAll(notes(times[number]));
        }
        for (Message message : diagram.messages()) {
            String lost = message.isReceived() ? "" : "  (does not arrive)";
            all.get(at(message.sentAt()))
                    .add(label(message.from()) + " → " + label(message.to()) + "  " + text(message) + lost);
        }
        return all;
    }

    public static String text(Message message) {
        return message.text().isEmpty() ? message.kind() : message.text();
    }

    /** The node's action when the span begins. */
    public String beginning(Span span) {
        String verb = switch (span.activity()) {
            case WAITING -> "waits";
            case HOLDING -> "holds";
            case HOLDING_SHARED -> "holds, shared";
            case DOWN -> "crashes";
        };
        return verb + (span.label().isEmpty() ? "" : " " + span.label());
    }

    /** The node's action when the span ends; empty if the next span says it. */
    String ending(Span span) {
        String verb = switch (span.activity()) {
            case WAITING -> "gives up";
            case HOLDING, HOLDING_SHARED -> "releases";
            case DOWN -> "starts again";
        };
        return isFollowedByHold(span) || endsBadly(span)
                ? ""
                : verb + (span.label().isEmpty() ? "" : " " + span.label());
    }

    /** Whether the node crashes then, or a mark says that it loses the lock. */
    private boolean endsBadly(Span span) {
        return diagram.spans().stream()
                        .anyMatch(other -> other.activity() == Activity.DOWN
                                && other.node() == span.node()
                                && other.from() == span.to())
                || diagram.marks().stream()
                        .anyMatch(mark -> mark.node() == span.node()
                                && mark.at() == span.to()
                                && mark.text().startsWith("loses the lock"));
    }

    /** Whether it is a wait that leads to a hold. */
    private boolean isFollowedByHold(Span wait) {
        return wait.activity() == Activity.WAITING
                && diagram.spans().stream()
                        .anyMatch(span -> span.node() == wait.node()
                                && span.from() == wait.to()
                                && (span.activity() == Activity.HOLDING || span.activity() == Activity.HOLDING_SHARED)
                                && span.label().equals(wait.label()));
    }
}
