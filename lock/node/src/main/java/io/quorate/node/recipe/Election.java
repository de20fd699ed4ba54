// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LeaderElection;
import io.quorate.api.Leadership;
import io.quorate.api.LeadershipEnd;
import io.quorate.api.LockDescription;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.recipe.Candidacy.Action;
import io.quorate.node.recipe.Candidacy.Step;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One candidate of an election: does what its {@link Candidacy} says. It has no thread. Events are handled one after the other, by
 * whichever thread brings one while nobody else handles any.
 */
public final class Election implements LeaderElection {
    private static final EventLog LOG = EventLog.of(Election.class);

    /** Before the candidate asks again after a failure; doubled with each failure in a row. */
    private static final long BACK_OFF_MIN_MILLIS = 100;

    private static final long BACK_OFF_MAX_MILLIS = 5_000;

    private final DistributedLock lock;
    private final Callers callers;

    /** The events to handle; under its own lock, as is the next. */
    private final Queue<Event> events = new ArrayDeque<>();

    private boolean handling;

    /** Changed by the thread that handles events. */
    private volatile Candidacy candidacy = Candidacy.NEW;

    /** The hold of this candidate, until it is given up; cleared by the thread that gives it up. */
    private volatile @Nullable Term term;

    /** Only the thread that handles events uses the next fields. */
    private @Nullable CompletableFuture<Hold> asked;

    private @Nullable Hold held;
    private long backOffMillis = BACK_OFF_MIN_MILLIS;

    private volatile @Nullable Listener listener;

    /** The thread that calls the listener now. */
    private volatile @Nullable Thread caller;

    /** Whether {@link #close} was called, though that may wait behind other events. */
    private volatile boolean closeAsked;

    /** Told after each change of the candidacy. */
    private final Object changed = new Object();

    /** Something that happened, and the hold that came with it, if one did. */
    private record Event(
            Function<Candidacy, Step> what, @Nullable Hold hold) {}

    public Election(DistributedLock lock, Callers callers) {
        this.lock = lock;
        this.callers = callers;
    }

    @Override
    public String name() {
        return lock.name();
    }

    @Override
    public void start(Listener toTell) {
        Objects.requireNonNull(toTell, "A listener must not be null.");
        synchronized (this) {
            if (listener != null || candidacy.closed()) {
                throw new IllegalStateException("The election \"" + name()
                        + "\" was started or closed before: make another by Locks.leaderElection.");
            }
            listener = toTell;
        }
        happened(Candidacy::started, null);
    }

    @Override
    public boolean isLeader() {
        Term present = term;
        return present != null && present.isValid();
    }

    @Override
    public Optional<Leadership> leadership() {
        Term present = term;
        return present != null && present.isValid() ? Optional.of(present) : Optional.empty();
    }

    @Override
    public void resign() {
        Term present = term;
        if (present != null) {
            giveUp(present, LeadershipEnd.RESIGNED);
        }
    }

    private void giveUp(Term present, LeadershipEnd why) {
        present.givenUp = true;
        happened(now -> now.over(present.round, why), null);
    }

    @Override
    public void close() {
        closeAsked = true;
        Term present = term;
        if (present != null) {
            present.givenUp = true;
        }
        happened(Candidacy::close, null);
    }

    /** Waits while this candidate gives up its leadership, but not if its listener calls this. */
    void awaitLeaving(Deadline deadline) throws InterruptedException {
        synchronized (changed) {
            while (isLeaving() && caller != Thread.currentThread() && !deadline.isOver()) {
                TimeUnit.NANOSECONDS.timedWait(
                        changed, Objects.requireNonNull(deadline.left()).toNanos());
            }
        }
    }

    private boolean isLeaving() {
        Candidacy now = candidacy;
        LeadershipEnd ending = now.ending();
        return switch (now.phase()) {
            case NEW, BACKING_OFF, ENDED -> false;
            case ASKING -> closeAsked;
            case GAINING, LEADING, LOSING ->
                closeAsked
                        || ending == LeadershipEnd.RESIGNED
                        || ending == LeadershipEnd.CLOSED
                        || ending == LeadershipEnd.LISTENER_FAILED;
        };
    }

    @Override
    public Optional<Leader> leader() {
        return lock.describe().holders().stream().findFirst().map(SeenLeader::of);
    }

    private record SeenLeader(String nodeId, String host, long pid, long term) implements Leader {
        static Leader of(LockDescription.Party holder) {
            return new SeenLeader(holder.nodeId(), holder.host(), holder.pid(), holder.fence());
        }
    }

    /** Handles the event, after those before it; or leaves it to the thread that handles events now. */
    private void happened(Function<Candidacy, Step> what, @Nullable Hold hold) {
        synchronized (events) {
            events.add(new Event(what, hold));
            if (handling) {
                return;
            }
            handling = true;
        }
        for (Event next = next(); next != null; next = next()) {
            try {
                handle(next);
            } catch (RuntimeException | Error failure) { // those that follow must not wait forever
                LOG.sayWith(LogEvent.ELECTION_STEP_FAILED, failure, name());
            }
        }
    }

    private @Nullable Event next() {
        synchronized (events) {
            Event next = events.poll();
            handling = next != null;
            return next;
        }
    }

    private void handle(Event event) {
        Step step = event.what.apply(candidacy);
        candidacy = step.next();
        Term present = term;
        if (present != null && !candidacy.leads()) {
            present.givenUp = true;
            term = null;
        }
        if (candidacy.phase() == Candidacy.Phase.LEADING) {
            backOffMillis = BACK_OFF_MIN_MILLIS;
        }
        for (Action action : step.actions()) {
            try {
                perform(action, step.next(), event.hold);
            } catch (RuntimeException
                    | Error failure) { // the lock must be asked for, though it could not be given back
                LOG.sayWith(LogEvent.ELECTION_STEP_FAILED, failure, name());
            }
        }
        synchronized (changed) {
            changed.notifyAll();
        }
    }

    private void perform(Action action, Candidacy now, @Nullable Hold came) {
        switch (action) {
            case ASK -> ask(now.round());
            case CANCEL -> {
                if (asked != null) {
                    asked.cancel(false);
                }
            }
            case TELL_GAINED -> gained(now.round(), Objects.requireNonNull(came));
            case TELL_LOST -> lost(Objects.requireNonNull(now.ending()));
            case GIVE_BACK -> {
                Hold last = held;
                held = null;
                if (last != null) {
                    last.close();
                }
            }
            case REFUSE -> Objects.requireNonNull(came).close();
            case BACK_OFF -> backOff(now.round());
        }
    }

    private void ask(int round) {
        CompletionStage<Hold> request = request();
        asked = request.toCompletableFuture();
        request.whenComplete((hold, failure) -> {
            if (failure == null) {
                happened(now -> now.acquired(round), hold);
            } else {
                LOG.sayWith(LogEvent.ELECTION_ASKS_AGAIN, failure, name());
                happened(now -> now.failed(round, failure instanceof LocksClosedException), null);
            }
        });
    }

    private CompletionStage<Hold> request() {
        try {
            return lock.acquireAsync();
        } catch (RuntimeException | Error failure) { // such as a lack of memory: then later
            return CompletableFuture.failedFuture(failure);
        }
    }

    private void gained(int round, Hold hold) {
        Term present = new Term(round, hold);
        held = hold;
        term = present;
        // On threads that a listener which blocks in gained does not hold up.
        hold.onLost(reason -> happened(now -> now.over(round, endOf(reason)), null));
        hold.onReleaseRequested(who -> giveUp(present, LeadershipEnd.RESIGNED));
        Runnable call = call(round, each -> each.gained(present));
        try {
            callers.own().execute(call);
        } catch (RuntimeException | Error noThread) { // the others keep it until there is one
            LOG.sayWith(LogEvent.ELECTION_NO_THREAD, noThread, name());
            callers.urgent().execute(call);
        }
    }

    private static LeadershipEnd endOf(LossReason reason) {
        return switch (reason) {
            case REVOKED -> LeadershipEnd.REVOKED;
            case NODE_CLOSED -> LeadershipEnd.NODE_CLOSED;
            default -> LeadershipEnd.QUORUM_LOST;
        };
    }

    private void lost(LeadershipEnd why) {
        callers.urgent().execute(call(candidacy.round(), each -> each.lost(why)));
    }

    /** A call of the listener; when it has returned, that is reported. */
    private Runnable call(int round, Consumer<Listener> news) {
        Listener toTell = Objects.requireNonNull(listener);
        return () -> {
            caller = Thread.currentThread();
            try {
                news.accept(toTell);
            } catch (RuntimeException | Error failure) {
                LOG.sayWith(LogEvent.ELECTION_LISTENER_THREW, failure, name());
                happened(now -> now.over(round, LeadershipEnd.LISTENER_FAILED), null);
            } finally {
                caller = null;
                happened(Candidacy::told, null);
            }
        };
    }

    private void backOff(int round) {
        long millis = backOffMillis;
        backOffMillis = Math.min(BACK_OFF_MAX_MILLIS, 2 * millis);
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, callers.urgent())
                .execute(() -> happened(now -> now.backOffIsOver(round), null));
    }

    /** One term of this candidate. */
    private static final class Term implements Leadership {
        private final int round;
        private final Hold hold;
        private volatile boolean givenUp;

        Term(int round, Hold hold) {
            this.round = round;
            this.hold = hold;
        }

        @Override
        public long term() {
            return hold.fence();
        }

        @Override
        public boolean isValid() {
            return !givenUp && hold.isValid();
        }

        @Override
        public Duration validFor() {
            return givenUp ? Duration.ZERO : hold.validFor();
        }

        @Override
        public String toString() {
            return "Leadership(" + hold.lockName() + ", round " + round + ")";
        }
    }

    @Override
    public String toString() {
        return "LeaderElection(" + name() + ", " + candidacy.phase() + ")";
    }
}
