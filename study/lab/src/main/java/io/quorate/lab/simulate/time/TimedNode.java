// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.session.Sessions;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.NodeClaim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node of production in virtual time: it has turns, each about an {@link Event}; its timers run by a clock of its own; it stands still and
 * goes on; it goes down and starts again. Subclasses decide the effects of its turns.
 */
public abstract class TimedNode implements NodeEffects {
    /** Years after the time from which nodes count microseconds. */
    private static final long MICROS_AT_FIRST = 200_000_000_000_000L;

    private final VirtualTime time;
    private final NodeId self;
    private final DriftingClock clock;

    /** The number of the last start of each timer that runs. */
    private final Map<TimerKey, Long> timers = new LinkedHashMap<>();

    /** The claims that hold, as far as they know. */
    private final List<NodeClaim> held = new ArrayList<>(0);

    /** The inputs that a paused node finds when it continues. */
    private List<Event> inbox = List.of();

    /** Null while the node is down. */
    private @Nullable LockNode<?> node;

    /** How often it has started. */
    private int starts;

    private long timersStarted;

    private long wakes;

    /** The time of the last wake in the agenda. */
    private long wakeEntered = Long.MAX_VALUE;

    private boolean paused;

    private record TimerKey(LockName lock, TimerName timer) {}

    /** One that has not started yet. */
    protected TimedNode(VirtualTime time, NodeId self, DriftingClock clock) {
        this.time = time;
        this.self = self;
        this.clock = clock;
    }

    // Coming and going

    /** Starts, for the first time or again; with a desk of its own if none is given. */
    protected final <M extends Message> void start(Protocol<M> protocol, NodeStart start, @Nullable FrameBuffers desk) {
        node = desk == null ? new LockNode<>(protocol, start) : new LockNode<>(protocol, start, desk);
        starts++;
    }

    /** All that it knows is gone, and all that it was about. */
    protected final void goDown() {
        node = null;
        paused = false;
        held.clear();
        inbox = List.of();
        timers.clear();
        wakes++;
        wakeEntered = Long.MAX_VALUE;
    }

    public final NodeId self() {
        return self;
    }

    /** Null while it is down. */
    public final @Nullable LockNode<?> node() {
        return node;
    }

    public final boolean isUp() {
        return node != null;
    }

    public final int starts() {
        return starts;
    }

    public final boolean isPaused() {
        return paused;
    }

    /** From now on it stands still. */
    public final void pause() {
        inbox = paused ? inbox : new ArrayList<>();
        paused = true;
    }

    /** First of all, what has run out meanwhile is over (R0); then come the things that happened, all at once or one by one. */
    public final void goOn(boolean atOnce) {
        paused = false;
        List<Event> waiting = inbox;
        inbox = List.of();
        if (atOnce) {
            runTurn(waiting);
        } else {
            runTurn(List.of());
            waiting.forEach(this::turn);
        }
    }

    // Time

    /** The time that its clock shows. */
    public final long shown() {
        return clock.at(time.now());
    }

    /** Its view of true time, in microseconds. */
    protected long trueMicros() {
        return MICROS_AT_FIRST + time.now() / 1000;
    }

    /** From now on its clock is faster by so much. */
    public final void changeRate(long millionths) {
        clock.changeRate(time.now(), millionths);
        enterWake();
    }

    /** This happens when its clock has gone on by so much. */
    protected final void afterOwn(long nanos, Runnable action) {
        time.at(clock.whenShowing(shown() + nanos), action);
    }

    // Turns

    /** A turn about this, now or when the node goes on; nothing if it is down. */
    public final void turn(Event event) {
        if (paused) {
            inbox.add(event);
        } else {
            runTurn(List.of(event));
        }
    }

    /** One turn about all of these. */
    public final void turn(List<Event> events) {
        if (paused) {
            inbox.addAll(events);
        } else {
            runTurn(events);
        }
    }

    private void runTurn(List<Event> events) {
        LockNode<?> current = node;
        if (current == null) {
            return;
        }
        beforeTurn(current);
        current.beginTurn(shown(), trueMicros());
        turnBegins(current);
        for (Event event : events) {
            tell(current, event);
        }
        turnEnds(current);
        current.endTurn(this);
        turnEnded(current);
        if (node == current) {
            for (NodeClaim claim : held) {
                prolonged(claim, validUntil(claim));
            }
            enterWake();
        }
    }

    /** Only the last wake that was entered counts. */
    private void enterWake() {
        LockNode<?> current = node;
        if (current == null || current.wake() == Sessions.NEVER) {
            wakes++;
            wakeEntered = Long.MAX_VALUE;
            return;
        }
        long due = clock.whenShowing(current.wake());
        if (!isOneOfMany() || due < wakeEntered) {
            wakeEntered = due;
            long number = ++wakes;
            time.at(due, () -> wake(number));
        }
    }

    private void wake(long number) {
        LockNode<?> current = node;
        if (number != wakes || current == null || paused) {
            return;
        }
        wakeEntered = Long.MAX_VALUE;
        if (shown() < current.wake()) {
            enterWake();
        } else {
            runTurn(List.of());
        }
    }

    /** Whether there are thousands of nodes: then the agenda keeps one wake of each, perhaps too early, rather than one for each turn. */
    protected boolean isOneOfMany() {
        return false;
    }

    /** The node is about to have a turn. */
    protected void beforeTurn(LockNode<?> current) {}

    /** The node has looked at its clock. */
    protected void turnBegins(LockNode<?> current) {}

    /** Tells the node what its turn is about. */
    protected void tell(LockNode<?> current, Event event) {
        event.applyTo(current);
    }

    /** The node was told everything; what it wants done comes next. */
    protected void turnEnds(LockNode<?> current) {}

    /** All that it wants done is done. */
    protected void turnEnded(LockNode<?> current) {}

    // Claims

    /** The claim knows that it holds. */
    protected final void holds(NodeClaim claim) {
        held.add(claim);
    }

    /** The claim knows that it holds no more; whether it did. */
    protected final boolean holdsNoMore(NodeClaim claim) {
        return held.remove(claim);
    }

    /** The claims that know that they hold. */
    public final List<NodeClaim> held() {
        return List.copyOf(held);
    }

    public final boolean holdsAny() {
        return !held.isEmpty();
    }

    /** Until when the hold is valid by the clock of the node; the least there is if the claim does not hold. */
    protected final long validUntil(NodeClaim claim) {
        LockSlot<?> slot = slot(claim);
        return slot != null && slot.holding().contains(claim) ? slot.validUntil() : Long.MIN_VALUE;
    }

    /** The node's slot for the lock of the claim; null if none. */
    protected final @Nullable LockSlot<?> slot(NodeClaim claim) {
        LockNode<?> current = node;
        return current == null ? null : current.find(claim.lock());
    }

    /** After each turn, for each hold: until when it is valid now. */
    protected void prolonged(NodeClaim claim, long until) {}

    // Timers

    /** How long a timer runs by the clock of the node; less than 0 if it never ends. */
    protected long duration(TimerName timer, Duration delay, Duration jitter) {
        return delay.toNanos();
    }

    @Override
    public final void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        TimerKey key = new TimerKey(lock, timer);
        long nanos = duration(timer, delay, jitter);
        if (nanos < 0) {
            timers.remove(key);
            return;
        }
        long number = timersStarted++;
        timers.put(key, number);
        afterOwn(nanos, () -> fire(key, number));
    }

    private void fire(TimerKey key, long number) {
        Long current = timers.get(key);
        if (current != null && current == number) {
            timers.remove(key);
            turn(new Event.TimerFired(key.lock, key.timer));
        }
    }

    @Override
    public final void stopTimer(LockName lock, TimerName timer) {
        timers.remove(new TimerKey(lock, timer));
    }

    @Override
    public void keepCeiling(long ceiling) {
        throw new IllegalStateException("nobody keeps the ceiling of this node: " + ceiling);
    }
}
