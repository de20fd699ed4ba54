// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.Channels;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.rosters.Changes;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.lab.world.step.NodeSnapshot;
import io.quorate.lab.world.step.Stepper;
import io.quorate.lab.world.step.TurnEffects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes of production and the frames between them, advanced by one {@link Choice} at a time and by nothing else. A choice
 * is one turn of one node (a reset that both ends notice: one turn of each); what the turn sends joins the channels.
 */
public final class Cluster {
    private final Setup setup;
    private final Stepper stepper;
    private final ClusterObserver observer;
    private final ChoiceGuard guard = new ChoiceGuard(this);
    private final Performer performer = new Performer();

    /** How many choices there were, for clocks that follow it. */
    private long steps;

    public final NodeSnapshot[] nodes;
    public final Channels channels;
    public final Inboxes inboxes;
    public final TimeBounds bounds;
    public final Usage usage;

    /** A cluster in which nothing has happened, its turns run by the stepper. */
    public Cluster(Setup setup, Stepper stepper, ClusterObserver observer) {
        this.setup = setup;
        this.stepper = stepper;
        this.observer = observer;
        this.nodes = new NodeSnapshot[setup.nodes()];
        for (int index = 0; index < nodes.length; index++) {
            nodes[index] = stepper.first(setup, index);
        }
        this.channels = new Channels(setup.nodes());
        this.inboxes = new Inboxes(setup);
        this.bounds = new TimeBounds(setup);
        this.usage = new Usage(setup.nodes());
    }

    private Cluster(Cluster original, ClusterObserver observer) {
        this.setup = original.setup;
        this.stepper = original.stepper;
        this.observer = observer;
        this.nodes = new NodeSnapshot[original.nodes.length];
        this.channels = new Channels(nodes.length);
        this.inboxes = new Inboxes(setup);
        this.bounds = new TimeBounds(setup);
        this.usage = new Usage(nodes.length);
        copyFrom(original);
    }

    /** A cluster in which nothing has happened, told about to nobody. */
    public static Cluster of(Setup setup) {
        return of(setup, ClusterObserver.NONE);
    }

    /** A cluster in which nothing has happened. */
    public static Cluster of(Setup setup, ClusterObserver observer) {
        return new Cluster(setup, Stepper.live(), observer);
    }

    /** Another cluster in the same state, told about to nobody; a node is copied only when one of the two steps it. */
    public Cluster fork() {
        return new Cluster(this, ClusterObserver.NONE);
    }

    /** Another cluster in the same state. */
    public Cluster fork(ClusterObserver other) {
        return new Cluster(this, other);
    }

    /** Takes on the state of another cluster of the same setup and stepper. */
    public void copyFrom(Cluster other) {
        for (int index = 0; index < nodes.length; index++) {
            other.nodes[index].share();
            nodes[index] = other.nodes[index];
        }
        channels.copyFrom(other.channels);
        inboxes.copyFrom(other.inboxes);
        bounds.set(other.bounds.first(), other.bounds.second());
        usage.copyFrom(other.usage);
        steps = other.steps;
    }

    public Setup setup() {
        return setup;
    }

    public int size() {
        return nodes.length;
    }

    public NodeSnapshot node(int index) {
        return nodes[index];
    }

    public NodeSnapshot node(NodeId id) {
        return nodes[id.index()];
    }

    public Channel channel(NodeId from, NodeId to) {
        return channels.get(from.index(), to.index());
    }

    /** How many frames are under way. */
    public int framesInFlight() {
        return channels.framesInFlight();
    }

    /** The used part of the {@link Limits}. */
    public Usage usage() {
        return usage;
    }

    /** The possible next choices within the limits, in an order that depends on the state only. */
    public List<Choice> enabled(Limits limits) {
        List<Choice> choices = new ArrayList<>();
        new Possibilities(limits).list(this, choices);
        return choices;
    }

    /** Carries out the choice; refuses one that is not possible now, having changed nothing. */
    public void apply(Choice choice) {
        choice.performBy(performer);
        usage.promises.look(this);
        if (setup.isPassingWatched() && !keepsOrder(choice)) {
            usage.passes.forgetOrder();
        }
        usage.passes.stepped();
        if (bounds.isUsed()) {
            bounds.settle(channels, stepper);
        }
        steps++;
        observer.ended(choice);
    }

    /** Whether it is what happens where nothing goes wrong and nobody gives up. */
    private static boolean keepsOrder(Choice choice) {
        return choice instanceof Choice.Acquire
                || choice instanceof Choice.Release
                || choice instanceof Choice.Deliver
                || choice instanceof Choice.Fire;
    }

    private void turn(int index, Event event) {
        performer.turnOf = index;
        Event timed = setup.trueTime() ? new Event.At(steps + 1, event) : event;
        nodes[index] = stepper.step(nodes[index], timed, performer);
        observer.turned(NodeId.of(index), nodes[index]);
    }

    private void put(int from, int to, FrameInFlight packet) {
        channels.set(from, to, stepper.append(channels.get(from, to), packet));
        inboxes.add(from, to);
    }

    private void take(NodeId from, NodeId to, int position) {
        channels.set(from.index(), to.index(), stepper.remove(channel(from, to), position));
        inboxes.take(from.index(), to.index());
    }

    private void empty(NodeId from, NodeId to) {
        Channel channel = channel(from, to);
        for (int position = 1; position <= channel.size(); position++) {
            observer.dropped(from, to, channel.at(position));
            inboxes.take(from.index(), to.index());
        }
        channels.set(from.index(), to.index(), Channel.EMPTY);
    }

    /** The meaning of each choice, and the destination of the effects of turns. */
    private final class Performer implements Choice.Performer, TurnEffects {
        private int turnOf;

        @Override
        public void acquire(Choice.Acquire choice) {
            guard.requireAlive(choice, choice.node());
            int index = choice.node().index();
            observer.begins(choice);
            NodeClaim claim =
                    new NodeClaim(choice.node(), usage.countClaim(index), choice.lock(), choice.mode(), choice.now());
            observer.waiting(claim);
            usage.promises.asked(claim);
            turn(index, new Event.Acquire(claim));
            if (setup.isPassingWatched()) {
                usage.passes.asked(claim, Cluster.this);
            }
        }

        @Override
        public void release(Choice.Release choice) {
            guard.requireAlive(choice, choice.node());
            NodeClaim claim = guard.find(choice, node(choice.node()).holding(), choice.lock(), choice.claim());
            observer.begins(choice);
            observer.released(claim);
            usage.promises.ended(claim);
            usage.passes.released(claim, Cluster.this);
            turn(choice.node().index(), new Event.Release(claim));
        }

        @Override
        public void abandon(Choice.Abandon choice) {
            guard.requireAlive(choice, choice.node());
            NodeClaim claim = guard.find(choice, node(choice.node()).waiting(), choice.lock(), choice.claim());
            observer.begins(choice);
            observer.abandoned(claim);
            usage.promises.ended(claim);
            usage.passes.begin(choice.node());
            turn(choice.node().index(), new Event.Abandon(claim));
        }

        @Override
        public void deliver(Choice.Deliver choice) {
            FrameInFlight packet = guard.requirePacket(choice, choice.from(), choice.to(), choice.position());
            guard.requireTurn(choice);
            observer.begins(choice);
            take(choice.from(), choice.to(), choice.position());
            observer.delivered(choice.from(), choice.to(), packet);
            turn(choice.to().index(), new Event.Receive(choice.from(), packet));
        }

        @Override
        public void duplicate(Choice.Duplicate choice) {
            FrameInFlight packet = guard.requirePacket(choice, choice.from(), choice.to(), choice.position());
            guard.requireDisorder(choice);
            observer.begins(choice);
            usage.duplicates++;
            put(choice.from().index(), choice.to().index(), packet);
            observer.duplicated(choice.from(), choice.to(), packet);
        }

        @Override
        public void drop(Choice.Drop choice) {
            FrameInFlight packet = guard.requirePacket(choice, choice.from(), choice.to(), choice.position());
            observer.begins(choice);
            take(choice.from(), choice.to(), choice.position());
            observer.dropped(choice.from(), choice.to(), packet);
        }

        @Override
        public void reset(Choice.Reset choice) {
            guard.requirePair(choice, choice.one(), choice.other());
            observer.begins(choice);
            empty(choice.one(), choice.other());
            empty(choice.other(), choice.one());
            turn(choice.one().index(), News.RESET.of(choice.other()));
            if (choice.bothNotice()) {
                usage.resets++;
                turn(choice.other().index(), News.RESET.of(choice.one()));
            } else {
                usage.oneSidedResets++;
            }
        }

        @Override
        public void tell(Choice.Tell choice) {
            guard.requirePossible(choice);
            observer.begins(choice);
            usage.told(choice, Cluster.this);
            turn(choice.node().index(), choice.event());
        }

        @Override
        public void fire(Choice.Fire choice) {
            ArmedTimer armed = guard.requireTimer(choice);
            observer.begins(choice);
            usage.earlyTimeouts += Possibilities.isOptional(Cluster.this, node(choice.node()), armed) ? 1 : 0;
            turn(choice.node().index(), new Event.TimerFired(armed.lock(), armed.timer()));
        }

        @Override
        public void crash(Choice.Crash choice) {
            guard.requireAlive(choice, choice.node());
            observer.begins(choice);
            usage.promises.crashes(Cluster.this, choice.node());
            usage.crashes++;
            goDown(choice.node());
        }

        private void goDown(NodeId node) {
            int index = node.index();
            node(index).holding().forEach(claim -> observer.lost(claim, LossReason.NODE_CLOSED));
            node(index).holding().forEach(usage.promises::ended);
            node(index).waiting().forEach(observer::abandoned);
            node(index).waiting().forEach(usage.promises::ended);
            turnOf = index;
            node(index).timers().forEach(this::timerStopped);
            usage.crashed = usage.crashed.with(node);
            usage.frozen = usage.frozen.without(node);
            usage.passes.begin(node);
            nodes[index] = afterCrash(index);
            observer.crashed(node);
            for (int from = 0; from < nodes.length; from++) {
                empty(NodeId.of(from), node);
            }
        }

        @Override
        public void freeze(Choice.Freeze choice) {
            guard.requireAlive(choice, choice.node());
            observer.begins(choice);
            usage.frozen = usage.frozen.with(choice.node());
        }

        @Override
        public void end(Choice.End choice) {
            guard.requireAlive(choice, choice.node());
            guard.requireStopped(choice);
            observer.begins(choice);
            boolean clean = node(choice.node()).mayCallItClean();
            goDown(choice.node());
            usage.clean = clean ? usage.clean.with(choice.node()) : usage.clean;
        }

        private Stepper.Restarted restarted(int index, boolean clean) {
            NodeSnapshot node = nodes[index];
            return new Stepper.Restarted(usage.incarnation(index), node.clock(), clean, node.keptRoster());
        }

        /** Of a node that has crashed nothing is left; but if it may start again, how high its clock was is kept. */
        private NodeSnapshot afterCrash(int index) {
            return setup.protocol().traits().isLeased()
                    ? stepper.restarted(setup, index, restarted(index, false))
                    : stepper.first(setup, index);
        }

        @Override
        public void restart(Choice.Restart choice) {
            guard.requireNode(choice, choice.node());
            guard.requireCrashed(choice, choice.node());
            observer.begins(choice);
            int index = choice.node().index();
            boolean clean = usage.clean.contains(choice.node());
            usage.restarted(choice.node());
            nodes[index] = stepper.restarted(setup, index, restarted(index, clean));
            observer.startedAgain(choice.node());
            observer.turned(choice.node(), nodes[index]);
            for (int peer = 0; peer < nodes.length; peer++) {
                if (peer != index && !usage.crashed.contains(peer)) {
                    if (nodes[peer].facts().suspected().contains(index)) {
                        turn(peer, News.UNSUSPECT.of(choice.node()));
                    }
                    turn(peer, News.RESET.of(choice.node()));
                }
            }
        }

        @Override
        public void expire(Choice.Expire choice) {
            guard.requirePair(choice, choice.voter(), choice.owner());
            guard.requireAlive(choice, choice.voter());
            guard.requireExpired(choice);
            observer.begins(choice);
            turn(choice.voter().index(), new Event.Expired(choice.owner(), choice.start() - 1));
        }

        @Override
        public void change(Choice.Change choice) {
            guard.requireAlive(choice, choice.node());
            Event event = Changes.event(Cluster.this, choice);
            observer.begins(choice);
            turn(choice.node().index(), event);
            if (choice.kind() == Choice.Change.Step.THAW) {
                usage.changes.thawed = usage.changes.thawed.with(choice.node());
            } else {
                NodeSnapshot node = node(choice.node());
                long clock = setup.fences() ? node.clock() : 0; // only fences depend on it
                usage.changes.rose(choice.node(), node.facts().configuration(), clock);
            }
        }

        @Override
        public void timerStarted(ArmedTimer timer, Duration delay, Duration jitter) {
            bounds.start(NodeId.of(turnOf), timer);
            observer.timerStarted(NodeId.of(turnOf), timer, delay, jitter);
        }

        @Override
        public void timerStopped(ArmedTimer timer) {
            bounds.stop(NodeId.of(turnOf), timer);
            observer.timerStopped(NodeId.of(turnOf), timer);
        }

        @Override
        public void sent(int to, FrameInFlight packet) {
            if (to >= nodes.length) {
                throw new IllegalStateException(
                        NodeId.of(turnOf) + " sends to " + NodeId.of(to) + ", which is not in this cluster");
            }
            boolean arrives = !usage.crashed.contains(to);
            if (arrives) {
                put(turnOf, to, packet);
            }
            observer.sent(NodeId.of(turnOf), NodeId.of(to), packet);
            if (!arrives) {
                observer.dropped(NodeId.of(turnOf), NodeId.of(to), packet);
            }
        }

        @Override
        public void busy(NodeClaim claim, NodeId holder) {
            usage.promises.busy(claim);
            observer.busy(claim, holder);
        }

        @Override
        public void granted(NodeClaim claim, long fence) {
            usage.granted(claim, fence, Cluster.this);
            if (fence != 0) {
                observer.fenced(claim, fence);
            }
            observer.granted(claim);
        }

        @Override
        public void lost(NodeClaim claim, LossReason reason) {
            usage.promises.lost(claim);
            usage.changes.lost |= setup.hasRosters();
            observer.lost(claim, reason);
        }
    }
}
