package io.quorate.lab.draw;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.LossReason;
import io.quorate.lab.draw.SpaceTime.Activity;
import io.quorate.lab.draw.SpaceTime.Mark;
import io.quorate.lab.draw.SpaceTime.Message;
import io.quorate.lab.draw.SpaceTime.Scale;
import io.quorate.lab.draw.SpaceTime.Span;
import io.quorate.lab.world.Choice;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.NodeClaim;
import io.quorate.lab.world.Packet;
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
    private long step;

    private record Flight(NodeId from, NodeId to, Packet packet, long sentAt) {}

    private SpaceTimeRecorder(String title, Scale scale, int nodes, @Nullable LongSupplier clock) {
        List<String> labels = IntStream.range(0, nodes)
                .mapToObj(index -> NodeId.of(index).toString())
                .toList();
        this.diagram = SpaceTime.of(title, scale, labels);
        this.clock = clock;
    }

    /** Each choice is one unit of time. */
    public static SpaceTimeRecorder inSteps(String title, int nodes) {
        return new SpaceTimeRecorder(title, Scale.STEPS, nodes, null);
    }

    /** The clock tells the nanoseconds. */
    public static SpaceTimeRecorder inTime(String title, int nodes, LongSupplier clock) {
        return new SpaceTimeRecorder(title, Scale.NANOSECONDS, nodes, clock);
    }

    /** What has happened so far; what is under way has not arrived. */
    public SpaceTime diagram() {
        SpaceTime soFar = diagram.build();
        SpaceTime.Builder complete = SpaceTime.of(soFar.title(), soFar.scale(), soFar.nodes());
        soFar.messages().forEach(complete::message);
        soFar.spans().forEach(complete::span);
        soFar.marks().forEach(complete::mark);
        open.values().forEach(complete::span);
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
        if (choice instanceof Choice.Reset reset) {
            String who = reset.bothNotice() ? "link reset" : "link reset, only " + reset.one() + " notices";
            diagram.mark(new Mark(reset.one().index(), reset.other().index(), now(), who));
        } else if (choice instanceof Choice.Suspect suspect) {
            at(suspect.node(), "suspects " + suspect.peer());
        } else if (choice instanceof Choice.Trust trust) {
            at(trust.node(), "trusts " + trust.peer());
        }
    }

    private void at(NodeId node, String text) {
        diagram.mark(new Mark(node.index(), node.index(), now(), text));
    }

    @Override
    public void sent(NodeId from, NodeId to, Packet packet) {
        flights.add(new Flight(from, to, packet, now()));
    }

    @Override
    public void duplicated(NodeId from, NodeId to, Packet packet) {
        flights.add(new Flight(from, to, packet, now()));
    }

    @Override
    public void delivered(NodeId from, NodeId to, Packet packet) {
        land(from, to, packet, now());
    }

    @Override
    public void dropped(NodeId from, NodeId to, Packet packet) {
        land(from, to, packet, SpaceTime.NEVER);
    }

    private void land(NodeId from, NodeId to, Packet packet, long at) {
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
        for (Packet.Content content : flight.packet.contents()) {
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
        at(claim.node(), "loses the lock (" + reason + ")");
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
}
