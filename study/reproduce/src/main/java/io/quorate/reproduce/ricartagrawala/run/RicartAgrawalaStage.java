// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.core.model.NodeId;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.trace.svg.SvgDrawing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that is told what to do, step by step; what it sends, who is inside, and which timers were started. */
public final class RicartAgrawalaStage implements ClusterObserver {
    private final Cluster cluster;
    private final SpaceTimeRecorder recorder;
    private final List<String> sent = new ArrayList<>();
    private final List<String> inside = new ArrayList<>();
    private final List<String> entries = new ArrayList<>();
    private final List<String> timers = new ArrayList<>();
    private final Map<String, Long> numbers = new LinkedHashMap<>();

    public RicartAgrawalaStage(String title, Setup setup) {
        this.recorder = SpaceTimeRecorder.inSteps(title, setup.nodes());
        this.cluster = Cluster.of(setup, ClusterObserver.all(this, recorder));
    }

    /** Over a network that keeps the order of messages. */
    public static RicartAgrawalaStage inOrder(String title, String modifications, int nodes) {
        return new RicartAgrawalaStage(
                title, Setup.usual(RicartAgrawala.with(modifications), nodes).over(Network.FIFO));
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        for (FrameInFlight.Content content : packet.contents()) {
            sent.add(from + "->" + to + " " + content.message());
            if (content.message() instanceof Request request) {
                numbers.put(from.toString(), request.stamp().counter());
            }
        }
    }

    @Override
    public void granted(NodeClaim claim) {
        inside.add(claim.node().toString());
        entries.add(claim.node().toString());
    }

    @Override
    public void released(NodeClaim claim) {
        inside.remove(claim.node().toString());
    }

    @Override
    public void timerStarted(NodeId node, ArmedTimer timer, Duration delay, Duration jitter) {
        timers.add(node + " " + timer.timer().name() + " " + delay.toSeconds() + " s");
    }

    /** Does this, and forgets what was sent and started before. */
    public RicartAgrawalaStage does(String... choices) {
        sent.clear();
        timers.clear();
        for (String choice : choices) {
            cluster.apply(Choice.parse(choice));
        }
        return this;
    }

    /** Delivers everything. */
    public RicartAgrawalaStage settle() {
        for (Optional<Choice> next = nextDelivery(); next.isPresent(); next = nextDelivery()) {
            cluster.apply(next.get());
        }
        return this;
    }

    private Optional<Choice> nextDelivery() {
        return cluster.enabled(Limits.contenders(0, 0)).stream()
                .filter(Choice.Deliver.class::isInstance)
                .findFirst();
    }

    /** Delivers the first message of this kind from one node to another, if there is one. */
    public RicartAgrawalaStage deliver(NodeId from, NodeId to, String kind) {
        Channel channel = cluster.channel(from, to);
        for (int position = 1; position <= channel.size(); position++) {
            if (channel.at(position).toString().startsWith(kind)) {
                cluster.apply(new Choice.Deliver(from, to, position));
                return this;
            }
        }
        return this;
    }

    /** Delivers all that is under way from one node to another, in the order of sending. */
    public RicartAgrawalaStage drain(NodeId from, NodeId to) {
        while (!cluster.channel(from, to).isEmpty()) {
            cluster.apply(new Choice.Deliver(from, to, 1));
        }
        return this;
    }

    /** The node enters, alone, and leaves. */
    public RicartAgrawalaStage visit(String node) {
        does("acquire " + node).settle();
        does("release " + node).settle();
        return this;
    }

    /** The node leaves the group, and nothing of it is left under way. */
    public RicartAgrawalaStage leaves(String node) {
        return does("leave " + node).settle();
    }

    /** The messages since the last {@link #does}, as in {@code n1->n2 Request 1.n1}. */
    public List<String> sent() {
        return List.copyOf(sent);
    }

    /** The kinds of what was sent, those first sent first. */
    public List<String> kinds() {
        return sent.stream().map(RicartAgrawalaStage::kind).distinct().toList();
    }

    public long countOf(String kind) {
        return sent.stream().filter(line -> kind(line).equals(kind)).count();
    }

    private static String kind(String line) {
        return line.split(" ", 3)[1];
    }

    /** Whether the node has sent a REQUEST since the last {@link #does}. */
    public boolean asks(String node) {
        return sent.stream()
                .anyMatch(line -> line.startsWith(node + "->") && kind(line).equals("Request"));
    }

    /** The timers that were started since the last {@link #does}, as in {@code n1 REPLY_LATE 5 s}. */
    public List<String> timers() {
        return List.copyOf(timers);
    }

    /** The sequence number of the last REQUEST of a node; 0 if it has sent none. */
    public long numberOf(String node) {
        return numbers.getOrDefault(node, 0L);
    }

    public List<String> inside() {
        return List.copyOf(inside);
    }

    /** All who have entered, in this order. */
    public List<String> entries() {
        return List.copyOf(entries);
    }

    public Cluster cluster() {
        return cluster;
    }

    public String drawing() {
        return SvgDrawing.draw(recorder.diagram());
    }
}
