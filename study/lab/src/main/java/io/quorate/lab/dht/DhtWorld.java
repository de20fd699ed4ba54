// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.lab.overlay.SettledKind;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.VirtualTime;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.InFlightReader;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.node.OverlayStart;
import io.quorate.overlay.pastry.Pastry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of an experiment in virtual time, and what carries their frames. Nothing is lost but what goes to nodes that have failed. */
final class DhtWorld {
    /** The number of members that are named to a node that joins. */
    private static final int CONTACTS = 3;

    private final DhtExperiment experiment;
    private final OverlayKind kind;
    private final Placement placement;
    private final VirtualTime time = new VirtualTime();

    /** Of all nodes: none drifts. */
    private final DriftingClock clock = new DriftingClock(0);

    private final Traffic traffic;
    private final InFlightReader reader;
    private FrameInFlight lastFrame;
    private final Randomness delays;
    private final Randomness timers;
    private final Randomness contacts;

    /** By their indexes; null if they have failed, so that nothing of them remains. */
    private final List<@Nullable DhtMember> members = new ArrayList<>();

    /** Those that have not failed; those that are joining among them. */
    private final List<DhtMember> running = new ArrayList<>();

    private final DhtClients clients;

    DhtWorld(DhtExperiment experiment) {
        this.experiment = experiment;
        this.kind = Pastry.USUAL.withTiming(experiment.times().overlayTiming());
        this.placement = Placement.asNumbered(new Majority(experiment.replicas()));
        this.traffic = new Traffic(experiment.protocol(), this::routeLength);
        this.reader = new InFlightReader(experiment.protocol());
        this.lastFrame = reader.packet(new byte[0], 0);
        Randomness root = new Randomness(experiment.seed());
        this.delays = root.fork("delays");
        this.timers = root.fork("timers");
        this.contacts = root.fork("contacts");
        this.clients = new DhtClients(this, root.fork("clients"));
    }

    DhtExperiment experiment() {
        return experiment;
    }

    DhtClients clients() {
        return clients;
    }

    Traffic traffic() {
        return traffic;
    }

    // Nodes

    /** A number of nodes that begin the overlay together, each with correct knowledge. */
    void begin(int count) {
        List<Handle> all = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            all.add(Handle.of(NodeId.of(index)));
        }
        OverlayKind settled = SettledKind.of(kind, all);
        for (Handle self : all) {
            add(self, settled).turn(Signal.BEGIN_OVERLAY);
        }
    }

    /** A new node, which joins through some that are in. */
    void join() {
        List<Handle> known = new ArrayList<>();
        while (known.size() < CONTACTS) {
            DhtMember member = running.get(contacts.nextInt(running.size()));
            if (member.isIn()) {
                known.add(member.overlay().self());
            }
        }
        add(Handle.of(NodeId.of(members.size())), kind).turn(new Event.JoinOverlay(known));
    }

    private DhtMember add(Handle self, OverlayKind overlay) {
        NodeStart start = NodeStart.first(self.node(), placement)
                .withLease(experiment.times().leaseTerms())
                .withPart(new OverlayStart(overlay, self));
        DhtMember member = new DhtMember(this, start, clock);
        members.add(member);
        running.add(member);
        return member;
    }

    FrameBuffers desk() {
        return reader.desk();
    }

    void fail(DhtMember member) {
        member.fail();
        running.remove(member);
        members.set(member.self().index(), null);
    }

    /** The nodes that run, those that are joining among them; in an order that follows from the seed. */
    List<DhtMember> running() {
        return running;
    }

    /** The node, unless it has failed. */
    @Nullable
    DhtMember find(NodeId node) {
        return members.get(node.index());
    }

    /** How many nodes there were in all. */
    int numbersGiven() {
        return members.size();
    }

    // Time

    VirtualTime time() {
        return time;
    }

    long now() {
        return time.now();
    }

    void at(long moment, Runnable action) {
        time.at(moment, action);
    }

    void runUntil(long end) {
        time.runUntil(end);
    }

    /** How long a timer runs; less than 0 if it never ends. */
    long duration(TimerName timer, Duration delay, Duration jitter) {
        double chance = timers.nextDouble();
        if (Retries.areBy(timer)) {
            return experiment.retries().nanos(delay, jitter, experiment.times().round(), chance);
        }
        return delay.toNanos() + (long) (chance * jitter.toNanos());
    }

    // Frames

    void send(NodeId from, @Nullable TimerName cause, NodeId to, byte[] frame, int length) {
        FrameInFlight packet = kept(frame, length);
        int messages = traffic.sent(from, cause, packet.bytes());
        at(now() + experiment.times().delay().draw(delays), () -> arrive(from, to, packet, messages));
    }

    /** A node mostly tells all neighbours the same: then they get the same frame. */
    private FrameInFlight kept(byte[] frame, int length) {
        byte[] last = lastFrame.bytes();
        if (!Arrays.equals(frame, 0, length, last, 0, last.length)) {
            lastFrame = reader.packet(frame, length);
        }
        return lastFrame;
    }

    /** As the tables are now; as far as it goes, if they lead to a node that has failed. */
    private int routeLength(NodeId sender, Key key) {
        int length = 0;
        DhtMember at = find(sender);
        while (at != null) {
            Handle next = at.overlay().nextHop(key);
            if (next.node().equals(at.self())) {
                return length;
            }
            length++;
            at = find(next.node());
        }
        return length;
    }

    private void arrive(NodeId from, NodeId to, FrameInFlight packet, int messages) {
        DhtMember member = find(to);
        if (member != null) {
            traffic.arrived(to.index(), messages);
            member.turn(new Event.Receive(from, packet));
        }
    }

    /** The locks of the experiment. */
    static LockName resource(int number) {
        return LockName.of("resource " + number);
    }
}
