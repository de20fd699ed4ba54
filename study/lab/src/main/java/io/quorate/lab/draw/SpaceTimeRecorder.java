// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.StateText;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.Described;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Cut;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import io.quorate.trace.SpaceTime.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Watches a cluster and makes a diagram of what happens there. */
public final class SpaceTimeRecorder implements ClusterObserver {
    private final SpaceTime.Builder diagram;
    private final @Nullable LongSupplier clock;
    private final List<Flight> flights = new ArrayList<>();
    private final Map<NodeClaim, Span> open = new LinkedHashMap<>();
    private final Map<Pair, Long> cuts = new LinkedHashMap<>();
    private final Map<Integer, Long> downSince = new LinkedHashMap<>();
    private final Map<Integer, String> states = new LinkedHashMap<>();
    private final ChoiceMarks marker = new ChoiceMarks(this::mark);
    private boolean keepsStates;
    private long step;

    private record Pair(NodeId from, NodeId to) {}

    private record Flight(NodeId from, NodeId to, FrameInFlight packet, long sentAt) {}

    private SpaceTimeRecorder(String title, Scale scale, int nodes, @Nullable LongSupplier clock) {
        List<String> labels = IntStream.range(0, nodes)
                .mapToObj(index -> NodeId.of(index).toString())
                .toList();
        this.diagram = SpaceTime.of(title, scale, labels);
        this.clock = clock;
    }

    /** Each choice is one unit of time. */
    public static SpaceTimeRecorder inSteps(String title, int nodes) {
        return new SpaceTimeRecorder(title, Scale.STEPS, nodes, null).withStates();
    }

    /** The clock tells the nanoseconds. */
    public static SpaceTimeRecorder inTime(String title, int nodes, LongSupplier clock) {
        return new SpaceTimeRecorder(title, Scale.NANOSECONDS, nodes, clock);
    }

    /** Also takes down the state of a node whenever it has changed; each choice being one unit of time, that is always done. */
    public SpaceTimeRecorder withStates() {
        keepsStates = true;
        return this;
    }

    /** Everything up to now. A message under way has not arrived. */
    public SpaceTime diagram() {
        SpaceTime soFar = diagram.build();
        SpaceTime.Builder complete = soFar.toBuilder();
        open.values().forEach(complete::span);
        downSince.forEach((node, since) -> complete.span(down(node, since, SpaceTime.NEVER)));
        cuts.forEach((pair, begin) -> complete.cut(cut(pair, begin, SpaceTime.NEVER)));
        flights.forEach(flight -> add(flight, SpaceTime.NEVER, complete));
        return complete.build();
    }

    private long now() {
        LongSupplier time = clock;
        return time == null ? step : time.getAsLong();
    }

    @Override
    public void begins(Choice choice) {
        step++;
        choice.performBy(marker);
    }

    /** Something else has happened at the node, in words. */
    public void note(NodeId node, String text) {
        at(node, text);
    }

    private void at(NodeId node, String text) {
        mark(node, node, text);
    }

    private void mark(NodeId node, NodeId peer, String text) {
        diagram.mark(new Mark(node.index(), peer.index(), now(), text));
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        flights.add(new Flight(from, to, packet, now()));
    }

    @Override
    public void duplicated(NodeId from, NodeId to, FrameInFlight packet) {
        flights.add(new Flight(from, to, packet, now()));
    }

    @Override
    public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
        land(from, to, packet, now());
    }

    @Override
    public void dropped(NodeId from, NodeId to, FrameInFlight packet) {
        land(from, to, packet, SpaceTime.NEVER);
    }

    private void land(NodeId from, NodeId to, FrameInFlight packet, long at) {
        for (int place = 0; place < flights.size(); place++) {
            Flight flight = flights.get(place);
            if (flight.packet == packet && flight.from.equals(from) && flight.to.equals(to)) {
                flights.remove(place);
                add(flight, at, diagram);
                return;
            }
        }
    }

    private static void add(Flight flight, long at, SpaceTime.Builder target) {
        int from = flight.from.index();
        int to = flight.to.index();
        if (flight.packet.isResync()) {
            target.message(new Message(from, to, flight.sentAt, at, "Resync", "Resync"));
        }
        for (FrameInFlight.Content content : flight.packet.contents()) {
            String text = content.message() + labelOf(content.lock(), " lock=");
            target.message(
                    new Message(from, to, flight.sentAt, at, content.message().kind(), text));
        }
    }

    private static String labelOf(LockName lock, String before) {
        return lock.equals(Choice.USUAL_LOCK) ? "" : before + lock;
    }

    @Override
    public void waiting(NodeClaim claim) {
        begin(claim, Activity.WAITING);
    }

    @Override
    public void granted(NodeClaim claim) {
        end(claim);
        begin(claim, claim.mode() == Mode.SHARED ? Activity.HOLDING_SHARED : Activity.HOLDING);
    }

    @Override
    public void released(NodeClaim claim) {
        end(claim);
    }

    @Override
    public void abandoned(NodeClaim claim) {
        end(claim);
    }

    @Override
    public void lost(NodeClaim claim, LossReason reason) {
        end(claim);
        if (reason != LossReason.NODE_CLOSED) { // that it crashes is seen
            at(claim.node(), "loses the lock (" + reason + ")");
        }
    }

    private void begin(NodeClaim claim, Activity activity) {
        String label = labelOf(claim.lock(), "");
        open.put(claim, new Span(claim.node().index(), activity, now(), SpaceTime.NEVER, label));
    }

    private void end(NodeClaim claim) {
        Span begun = open.remove(claim);
        if (begun != null) {
            diagram.span(new Span(begun.node(), begun.activity(), begun.from(), now(), begun.label()));
        }
    }

    @Override
    public void turned(NodeId node, Described state) {
        if (keepsStates) {
            StateText text = new StateText();
            state.describeTo(text);
            tellState(node, text.toString());
        }
    }

    private void tellState(NodeId node, String text) {
        if (!text.equals(states.put(node.index(), text))) {
            diagram.state(new State(node.index(), now(), text));
        }
    }

    @Override
    public void crashed(NodeId node) {
        downSince.put(node.index(), now());
        if (keepsStates) {
            tellState(node, "crashed");
        }
    }

    @Override
    public void startedAgain(NodeId node) {
        Long since = downSince.remove(node.index());
        if (since != null) {
            diagram.span(down(node.index(), since, now()));
        }
    }

    private static Span down(int node, long from, long to) {
        return new Span(node, Activity.DOWN, from, to, "");
    }

    @Override
    public void cut(NodeId from, NodeId to) {
        cuts.putIfAbsent(new Pair(from, to), now());
    }

    @Override
    public void mended(NodeId from, NodeId to) {
        Pair pair = new Pair(from, to);
        Long begin = cuts.remove(pair);
        if (begin != null) {
            diagram.cut(cut(pair, begin, now()));
        }
    }

    private static Cut cut(Pair pair, long begin, long end) {
        return new Cut(pair.from.index(), pair.to.index(), begin, end);
    }
}
