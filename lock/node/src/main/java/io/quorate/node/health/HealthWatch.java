// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.health;

import io.quorate.api.Health;
import io.quorate.api.Health.State;
import io.quorate.api.Registration;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.NodeNames;
import io.quorate.node.watch.LastWords;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows what its node can do, and tells listeners when that changes. Turns tell it; every thread may ask it. */
public final class HealthWatch {
    private static final EventLog LOG = EventLog.of(HealthWatch.class);

    private static final LastWords THROWN = LastWords.of(LogEvent.HEALTH_LISTENER_THREW);

    private static final LastWords NOT_TOLD = LastWords.of(LogEvent.ONE_NOT_TOLD);

    /** Which quorums it takes to have locks differs between locks; this one stands for all. */
    private static final LockName ANY_LOCK = LockName.reserved("health");

    private final LockNode<?> node;
    private final Availability availability;
    private final NodeNames names;
    private final NodeTime time;

    /** The complaints of other nodes about this one, in words; otherwise empty. */
    private final Supplier<String> objection;

    private final Executor callbacks;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Changes that listeners have not been told yet. Guarded by itself. */
    private final ArrayDeque<Health> untold = new ArrayDeque<>();

    /** Somebody tells, or is about to. Guarded by {@link #untold}. */
    private boolean telling;

    /** Something was added to {@link #untold}, or could not be told yet. */
    private volatile boolean hasNews;

    /** The log says that listeners could not be told. Guarded by {@link #untold}. */
    private boolean failureWasSaid;

    private volatile State state = State.JOINING;

    /** Whether the node has to get a lock before it counts as joined. */
    private volatile boolean needsProof;

    /** Whether it could have locks at any time. */
    private volatile boolean joined;

    private volatile boolean votes;
    private volatile long votingBeginsAt;
    private volatile NodeSet avoided = NodeSet.EMPTY;

    /** Why the node has ended, or is about to; empty as long as it works. */
    private volatile String end = "";

    /** One who listens, until removed; the same consumer may listen twice. */
    private static final class Listener {
        private final Consumer<Health> told;

        Listener(Consumer<Health> told) {
            this.told = told;
        }
    }

    /**
     * Of one node.
     *
     * @param callbacks runs what calls listeners
     */
    public HealthWatch(
            LockNode<?> node,
            Availability availability,
            NodeNames names,
            NodeTime time,
            Supplier<String> objection,
            Executor callbacks) {
        this.node = node;
        this.availability = availability;
        this.names = names;
        this.time = time;
        this.objection = objection;
        this.callbacks = callbacks;
    }

    /** From now on the node counts as joined only when {@link #proven()} was called. Before its first turn. */
    public void needProof() {
        needsProof = true;
    }

    /** The node has got a lock. */
    public void proven() {
        needsProof = false;
        change();
        tellNews();
    }

    /** A turn ends. In turns only. */
    public void look() {
        boolean isVoting = node.isVoting();
        if (isVoting != votes || !isVoting) { // there are many turns, and all but a few write nothing here
            votes = isVoting;
            votingBeginsAt = node.votingBeginsAt();
        }
        if (!avoided.equals(node.avoided())) {
            avoided = node.avoided();
        }
        if (present() != state) {
            change();
        }
    }

    /** The voters whose votes nobody should rest on, as this node has learnt; itself while it grants nothing. */
    public NodeSet avoided() {
        return votes || !availability.isVoter() ? avoided : avoided.with(node.self());
    }

    /** The node works no more, or is about to stop; what is said first stays. */
    public void ended(State how, String why) {
        synchronized (untold) {
            if (end.isEmpty()) {
                end = why;
                change(how);
            }
        }
        tellNews();
    }

    private State present() {
        if (!end.isEmpty()) {
            return state;
        }
        if (!availability.isAvailable()) {
            return joined ? State.NO_QUORUM : State.JOINING;
        }
        if (availability.isVoter() && !votes) {
            return State.SILENT;
        }
        return needsProof ? State.JOINING : State.VOTING;
    }

    private void change() {
        synchronized (untold) {
            change(present());
        }
    }

    /** With {@link #untold} locked. */
    private void change(State next) {
        if (next == state) {
            return;
        }
        joined |= next == State.VOTING;
        state = next;
        if (!listeners.isEmpty()) {
            untold.add(now());
            hasNews = true;
        }
    }

    /**
     * Has listeners told of what has changed, if anything has. Outside of turns: after each, and now and then. Never throws: if no
     * thread takes the news, they are kept for the next call.
     */
    public void tellNews() {
        if (!hasNews) {
            return;
        }
        synchronized (untold) {
            hasNews = false;
            if (telling || untold.isEmpty()) {
                return;
            }
            telling = true;
        }
        try {
            callbacks.execute(this::tellAll);
        } catch (RuntimeException | Error failure) {
            keepNews(failure);
        }
    }

    private void keepNews(Throwable failure) {
        boolean isFirst;
        synchronized (untold) {
            telling = false;
            hasNews = true;
            isFirst = !failureWasSaid;
            failureWasSaid = true;
        }
        if (isFirst) { // it is tried again after every turn
            NOT_TOLD.say(LOG, failure);
        }
    }

    /** Whether a thread has taken all news. */
    public boolean allIsTold() {
        return !hasNews;
    }

    /** On one thread at a time. */
    private void tellAll() {
        synchronized (untold) {
            failureWasSaid = false;
        }
        for (Health next = nextUntold(); next != null; next = nextUntold()) {
            for (Listener listener : listeners) { // one that was removed meanwhile may be among them
                if (listeners.contains(listener)) {
                    tell(listener, next);
                }
            }
        }
    }

    private static void tell(Listener listener, Health health) {
        try {
            listener.told.accept(health);
        } catch (RuntimeException | Error failure) {
            THROWN.say(LOG, failure);
        }
    }

    private @Nullable Health nextUntold() {
        synchronized (untold) {
            Health next = untold.poll();
            telling = next != null;
            return next;
        }
    }

    /** Calls the listener after each change of the state, until it is removed. */
    public Registration add(Consumer<Health> listener) {
        Listener entry = new Listener(listener);
        listeners.add(entry);
        return () -> listeners.remove(entry);
    }

    /** The present health of the node. */
    public NodeHealth now() {
        State present = state;
        NodeSet unconnected = availability.suspected();
        Set<String> missing = new LinkedHashSet<>();
        for (int index = unconnected.next(0); index >= 0; index = unconnected.next(index + 1)) {
            missing.add(names.of(NodeId.of(index)));
        }
        boolean granted = availability.isAvailable(ANY_LOCK, avoided.union(unconnected));
        Duration silentFor = present == State.SILENT ? silence() : Duration.ZERO;
        return new NodeHealth(
                present,
                present == State.VOTING && granted,
                missing,
                silentFor,
                reason(present, granted, missing, silentFor));
    }

    private Duration silence() {
        long from = votingBeginsAt;
        return from == Long.MAX_VALUE ? Duration.ZERO : Duration.ofNanos(Math.max(0, from - time.now()));
    }

    private String reason(State present, boolean granted, Set<String> missing, Duration silentFor) {
        String notConnected = missing.isEmpty() ? "" : " Not connected: " + String.join(", ", missing) + ".";
        return switch (present) {
            case JOINING, NO_QUORUM ->
                availability.isAvailable()
                        ? "Enough members are connected, but too few of them grant votes yet: after a start a member grants none for one"
                                + " lease. Wait." + notConnected
                        : "Too few members are connected to decide about locks" + objection.get() + "." + notConnected
                                + " Start them, or check host and port in the roster and the network.";
            case SILENT ->
                String.format(
                                Locale.ROOT,
                                "Joined, but this node has just started and grants no votes for another %.1f s. Do not restart another"
                                        + " node yet.",
                                silentFor.toMillis() / 1e3)
                        + notConnected;
            case VOTING -> ofVoting(granted) + notConnected;
            case TWIN, CLOSED -> end;
        };
    }

    private String ofVoting(boolean granted) {
        String self = availability.isVoter() ? "This node votes" : "This node is a guest, which has no vote";
        return granted
                ? self + ", and locks are available."
                : self + ". Too few other members answer and grant votes. Wait, and look at their health.";
    }
}
