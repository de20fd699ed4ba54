// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.NodeStart.Standing;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.roster.RosterState;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.Described;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.facts.NodeFacts;
import io.quorate.lab.world.net.InFlightReader;
import io.quorate.lab.world.setup.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A node of production between two turns, and what the driver keeps for it: the timers that run. */
public final class NodeSnapshot implements Described {
    private final LockNode<?> node;
    private final InFlightReader reader;
    private final TreeSet<ArmedTimer> timers = new TreeSet<>(ArmedTimer.ORDER);

    /** Tells it from other states of a {@link RememberingStepper}; -1 if there is none. */
    private final int id;

    /** Several clusters refer to it, so it must not change any more. */
    private boolean shared;

    private @Nullable List<NodeClaim> holding;
    private @Nullable List<NodeClaim> waiting;
    private @Nullable NodeFacts facts;

    private NodeSnapshot(LockNode<?> node, InFlightReader reader, int id) {
        this.node = node;
        this.reader = reader;
        this.id = id;
    }

    static NodeSnapshot first(Setup setup, NodeId self, InFlightReader reader) {
        return new NodeSnapshot(newNode(setup.protocol(), start(setup, self), reader.desk()), reader, -1);
    }

    static NodeSnapshot restarted(Setup setup, NodeId self, InFlightReader reader, Stepper.Restarted as) {
        NodeStart start = start(setup, self).again(as.incarnation(), as.clock()).withVotesAtOnce(as.clean());
        RosterState kept = as.roster();
        return new NodeSnapshot(
                newNode(setup.protocol(), kept == null ? start : start.withRoster(kept, true), reader.desk()),
                reader,
                -1);
    }

    private static NodeStart start(Setup setup, NodeId self) {
        NodeStart start = NodeStart.first(self, setup.placement())
                .withStanding(setup.standing() ? Standing.ALWAYS : Standing.NEVER)
                .withSpareVotes(setup.spareVotes());
        if (setup.hasRosters()) {
            return start.withRoster(RosterState.beginning(setup.rosters().configuration(0), ""), true);
        }
        return setup.hasOverlay() ? start.withPart(setup.overlay(self)) : start;
    }

    private static <M extends Message> LockNode<M> newNode(Protocol<M> protocol, NodeStart start, FrameBuffers desk) {
        LockNode<M> node = new LockNode<>(protocol, start, desk);
        node.beginTurn(0, 0);
        return node;
    }

    /** How high the node's logical clock is. */
    public long clock() {
        return node.clock();
    }

    /** The node's state on disk about rosters; null if they never change. */
    public @Nullable RosterState keptRoster() {
        return node.configuration() == null ? null : node.keptRoster();
    }

    int id() {
        return id;
    }

    public void share() {
        shared = true;
    }

    boolean isShared() {
        return shared;
    }

    /** An equal state that shares nothing mutable with this one. */
    NodeSnapshot copy(int newId) {
        NodeSnapshot copy = new NodeSnapshot(node.copy(), reader, newId);
        copy.timers.addAll(timers);
        return copy;
    }

    /** One turn. */
    void run(Event event, TurnEffects effects) {
        holding = null;
        waiting = null;
        facts = null;
        if ((event instanceof Event.At at ? at.event() : event) instanceof Event.TimerFired fired) {
            timers.remove(new ArmedTimer(fired.lock(), fired.timer()));
        }
        event.applyTo(node);
        node.endTurn(new Driver(effects));
    }

    public NodeId self() {
        return node.self();
    }

    /** The claims of this node that hold, of all locks. */
    public List<NodeClaim> holding() {
        List<NodeClaim> known = holding;
        if (known == null) {
            known = collect(true);
            holding = known;
        }
        return known;
    }

    /** The claims of this node that wait, of all locks, the first of each lock first. */
    public List<NodeClaim> waiting() {
        List<NodeClaim> known = waiting;
        if (known == null) {
            known = collect(false);
            waiting = known;
        }
        return known;
    }

    private List<NodeClaim> collect(boolean thatHold) {
        List<NodeClaim> claims = new ArrayList<>();
        for (LockSlot<?> slot : node.slots()) {
            for (Claim claim : thatHold ? slot.holding() : slot.waiting()) {
                claims.add((NodeClaim) claim);
            }
        }
        return List.copyOf(claims);
    }

    /** The node's description of itself, read back; for protocols that use the words of the quorum lock. */
    public NodeFacts facts() {
        NodeFacts known = facts;
        if (known == null) {
            known = NodeFacts.of(node);
            facts = known;
        }
        return known;
    }

    /** W3: whether the node, which was told to stop, may end. */
    public boolean hasStopped() {
        return node.hasStopped();
    }

    /** W3: whether its end may be called clean. */
    public boolean mayCallItClean() {
        return node.mayCallItClean();
    }

    /** V3: whether the node holds the lock, and would not lose it by the crash of as many voters as it has spare votes for. */
    public boolean hasSpares(LockName lock) {
        LockSlot<?> slot = node.find(lock);
        return slot != null && slot.hasSpares();
    }

    /** Whether the node remembers nothing about any lock. */
    public boolean isEmpty() {
        return node.slots().isEmpty();
    }

    /** Whether the node knows that others wait for the lock. */
    public boolean isContended(LockName lock) {
        LockSlot<?> slot = node.find(lock);
        return slot != null && slot.isContended();
    }

    public SortedSet<ArmedTimer> timers() {
        return timers;
    }

    /** Writes all that can influence what this node does. */
    @Override
    public void describeTo(StateWriter writer) {
        node.describeTo(writer);
        for (ArmedTimer armed : timers) {
            writer.begin(armed.lock().toString());
            writer.number("timer", armed.timer().ordinal());
            writer.end();
        }
    }

    /** Passes on what the node wants done, and keeps its timers. */
    private final class Driver implements NodeEffects {
        private final TurnEffects effects;

        Driver(TurnEffects effects) {
            this.effects = effects;
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            ArmedTimer armed = new ArmedTimer(lock, timer);
            timers.add(armed);
            effects.timerStarted(armed, delay, jitter);
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            ArmedTimer armed = new ArmedTimer(lock, timer);
            timers.remove(armed);
            effects.timerStopped(armed);
        }

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            effects.sent(to.index(), reader.packet(frame, length));
        }

        @Override
        public void keepCeiling(long ceiling) {}

        /** The node knows what is on its disk; the disk is as fast as a turn. */
        @Override
        public void keepRoster(RosterState state) {}

        @Override
        public void granted(Claim claim, long fence) {
            effects.granted((NodeClaim) claim, fence);
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            effects.lost((NodeClaim) claim, reason);
        }

        @Override
        public void busy(Claim claim, NodeId holder) {
            effects.busy((NodeClaim) claim, holder);
        }
    }
}
