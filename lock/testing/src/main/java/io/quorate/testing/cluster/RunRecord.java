// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.HeaderPart;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.testing.InMemoryNetwork;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Cut;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of a run, for a diagram: one step for each event, in the order in which threads reported it. The store of the test has a
 * column of its own.
 */
final class RunRecord implements InMemoryNetwork.Tap {
    /** Of each kind of entry. Later ones are left out: a failure is about what came first. */
    private static final int ENTRIES_MAX = 4_000;

    private final Protocol<?> protocol;
    private final List<String> nodes;
    private final List<Flight> flights = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private final List<SpaceTime.Message> writes = new ArrayList<>();
    private final Map<Long, Open> open = new LinkedHashMap<>();
    private final List<Span> spans = new ArrayList<>();
    private final Map<Integer, Long> cutSince = new LinkedHashMap<>();
    private final List<Cut> cuts = new ArrayList<>();
    private final Map<Integer, Long> downs = new LinkedHashMap<>();
    private long step;
    private long lastSpan;

    private record Open(int node, Activity activity, long from, String label) {}

    private static final class Flight {
        private final int from;
        private final int to;
        private final long sentAt;
        private final byte[] frame;
        private long arrivedAt = SpaceTime.NEVER;

        Flight(NodeId from, NodeId to, long sentAt, byte[] frame) {
            this.from = from.index();
            this.to = to.index();
            this.sentAt = sentAt;
            this.frame = frame;
        }
    }

    RunRecord(Protocol<?> protocol, List<String> nodes) {
        this.protocol = protocol;
        this.nodes = new ArrayList<>(nodes);
        this.nodes.add("store");
    }

    private int store() {
        return nodes.size() - 1;
    }

    /** Forgets what was recorded so far. */
    synchronized void clear() {
        flights.clear();
        marks.clear();
        writes.clear();
        open.clear();
        spans.clear();
        cuts.clear();
        cutSince.clear();
        downs.clear();
        step = 0;
    }

    @Override
    public synchronized Runnable sent(NodeId from, NodeId to, byte[] frame, int length) {
        if (from.equals(to) || flights.size() >= ENTRIES_MAX) {
            return () -> {};
        }
        Flight flight = new Flight(from, to, ++step, Arrays.copyOf(frame, length));
        flights.add(flight);
        return () -> arrived(flight);
    }

    private synchronized void arrived(Flight flight) {
        flight.arrivedAt = ++step;
    }

    synchronized void mark(int node, String text) {
        if (marks.size() < ENTRIES_MAX) {
            marks.add(new Mark(node, node, ++step, text));
        }
    }

    /** A write has reached the store, or was refused by it. */
    synchronized void write(int node, String text, boolean refused) {
        if (writes.size() < ENTRIES_MAX) {
            long sent = ++step;
            writes.add(new SpaceTime.Message(node, store(), sent, ++step, refused ? "Refused" : "Write", text));
        }
    }

    /** Somebody of the node waits or holds from now on; {@link #end} wants what this gives. */
    synchronized long begin(int node, Activity activity, String label) {
        Span last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
        boolean isGrant = last != null
                && last.to() == step
                && last.node() == node
                && last.label().equals(label);
        open.put(++lastSpan, new Open(node, activity, isGrant ? step : ++step, label));
        return lastSpan;
    }

    synchronized void end(long span) {
        Open ended = open.remove(span);
        if (ended != null && spans.size() < ENTRIES_MAX) {
            spans.add(new Span(ended.node, ended.activity, ended.from, ++step, ended.label));
        }
    }

    synchronized void cutOff(int node, boolean begins) {
        if (begins) {
            cutSince.put(node, ++step);
        } else {
            Long since = cutSince.remove(node);
            if (since != null) {
                addCuts(cuts, node, since, ++step);
            }
        }
    }

    private void addCuts(List<Cut> target, int node, long since, long until) {
        for (int other = 0; other < store(); other++) {
            if (other != node && target.size() < ENTRIES_MAX) {
                target.add(new Cut(node, other, since, until));
                target.add(new Cut(other, node, since, until));
            }
        }
    }

    synchronized void down(int node, boolean begins) {
        if (begins) {
            downs.put(node, begin(node, Activity.DOWN, ""));
        } else {
            Long span = downs.remove(node);
            if (span != null) {
                end(span);
            }
        }
    }

    /** All of it, as a diagram. */
    synchronized SpaceTime diagram(String title) {
        SpaceTime.Builder diagram = SpaceTime.of(title, Scale.STEPS, nodes);
        flights.forEach(flight -> messages(flight).forEach(diagram::message));
        writes.forEach(diagram::message);
        spans.forEach(diagram::span);
        open.values()
                .forEach(each ->
                        diagram.span(new Span(each.node, each.activity, each.from, SpaceTime.NEVER, each.label)));
        marks.forEach(diagram::mark);
        List<Cut> all = new ArrayList<>(cuts);
        cutSince.forEach((node, since) -> addCuts(all, node, since, SpaceTime.NEVER));
        all.forEach(diagram::cut);
        return diagram.build();
    }

    /** The messages of a frame about locks of the application; most frames renew leases and have none. */
    private List<SpaceTime.Message> messages(Flight flight) {
        HeaderPart header = protocol.traits().isLeased() ? new SessionHeader() : HeaderPart.NONE;
        List<SpaceTime.Message> messages = new ArrayList<>();
        try {
            for (Frame.Entry<?> entry : Frame.read(flight.frame, 0, flight.frame.length, protocol.codec(), header)
                    .entries()) {
                if (!entry.lock().isReserved() && entry.message() instanceof Message message) {
                    messages.add(new SpaceTime.Message(
                            flight.from,
                            flight.to,
                            flight.sentAt,
                            flight.arrivedAt,
                            message.kind(),
                            message.toString()));
                }
            }
        } catch (MalformedFrameException admin) {
            return List.of(); // a question of describe(), which is not about who gets the lock
        }
        return messages;
    }
}
