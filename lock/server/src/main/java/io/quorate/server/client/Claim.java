// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.client;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockMode;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.LossReason;
import io.quorate.server.json.JsonWriter;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One client's claim of one lock. It keeps its place in the queue however many requests ask for it. Calls to the node are made outside
 * of the monitor: they may run turns, and callbacks.
 */
final class Claim {
    /** How far it is. The order is that of a life. */
    enum State {
        WAITING,
        HELD,
        /** Others held it until the timeout ended. */
        TIMED_OUT,
        /** Too few members can be reached. */
        UNAVAILABLE,
        /** The node has refused or closed. */
        REFUSED,
        /** It was held, and was lost before it was given back. */
        LOST,
        /** Given back, or given up. */
        RELEASED;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    final String id;
    final String lockName;
    final LockMode mode;
    private final Consumer<Parked> news;
    private final Set<Parked> parked = new LinkedHashSet<>();
    private State state = State.WAITING;
    private @Nullable CompletionStage<Hold> asked;
    private @Nullable Hold hold;
    private @Nullable LossReason lossReason;
    private String reason = "";

    /** The last client that asked for the lock to be given back; null if none has. */
    private @Nullable String releaseRequestedBy;

    /** When the last client that was told it holds this lock stops to count on it, by {@code System.nanoTime}. */
    private long promisedUntil = System.nanoTime();

    /**
     * Not asked for yet.
     *
     * @param news is given each request that is to be answered now
     */
    Claim(String id, String lockName, LockMode mode, Consumer<Parked> news) {
        this.id = id;
        this.lockName = lockName;
        this.mode = mode;
        this.news = news;
    }

    /** Asks for the lock. The label is what others see of a holder or waiter. */
    void ask(DistributedLock lock, AcquireOptions options, String label) {
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        CompletionStage<Hold> stage;
        thread.setName(label); // a claim is called as the thread that asks for it
        try {
            stage = lock.acquireAsync(options);
        } catch (RuntimeException refused) {
            failed(refused);
            return;
        } finally {
            thread.setName(name);
        }
        boolean isWanted;
        synchronized (this) {
            asked = stage;
            isWanted = state == State.WAITING;
        }
        var unused = stage.whenComplete(this::settled);
        if (!isWanted) {
            stage.toCompletableFuture().cancel(true);
        }
    }

    private void settled(@Nullable Hold granted, @Nullable Throwable failure) {
        if (granted == null) {
            failed(
                    failure instanceof CompletionException wrapped && wrapped.getCause() != null
                            ? wrapped.getCause()
                            : failure);
            return;
        }
        boolean isWanted;
        synchronized (this) {
            isWanted = state == State.WAITING;
            if (isWanted) {
                state = State.HELD;
                hold = granted;
            }
        }
        if (!isWanted) {
            granted.close();
            return;
        }
        granted.onLost(this::lost);
        granted.onReleaseRequested(this::releaseRequested);
        wake();
    }

    /** Clients that wait for news of the hold are told; the hold goes on. */
    private void releaseRequested(String who) {
        synchronized (this) {
            releaseRequestedBy = who;
        }
        wakeAll();
    }

    /** Answers every request that waits, though the state has not changed. */
    void wakeAll() {
        List<Parked> due;
        synchronized (this) {
            due = List.copyOf(parked);
            parked.clear();
        }
        due.forEach(news);
    }

    private void failed(@Nullable Throwable failure) {
        synchronized (this) {
            if (state != State.WAITING) {
                return;
            }
            state = failure instanceof LockTimeoutException
                    ? State.TIMED_OUT
                    : failure instanceof LockUnavailableException ? State.UNAVAILABLE : State.REFUSED;
            reason = failure instanceof LockFailedException known
                    ? String.valueOf(known.getMessage())
                    : "The node has failed: " + failure + ".";
        }
        wake();
    }

    private void lost(LossReason why) {
        synchronized (this) {
            if (state != State.HELD) {
                return;
            }
            state = State.LOST;
            lossReason = why;
            reason = "The lock \"" + lockName + "\" was lost, because " + why.because()
                    + ". Treat the work done under it as unprotected: check it or do it again.";
        }
        wake();
    }

    /** Gives back or gives up. Returns how far it was: {@link State#LOST} if the lock was not held until now. */
    State end() {
        CompletionStage<Hold> stage;
        Hold held;
        State before;
        synchronized (this) {
            before = state;
            stage = asked;
            held = hold;
            if (before == State.WAITING || before == State.HELD) {
                state = State.RELEASED;
            }
        }
        if (before == State.WAITING && stage != null) {
            stage.toCompletableFuture().cancel(true);
        }
        if (before == State.HELD && held != null) {
            held.close();
            if (held.outcome() == Hold.Outcome.WAS_LOST) {
                before = State.LOST;
                synchronized (this) {
                    state = State.LOST;
                    lossReason = held.lossReason().orElse(null);
                    reason = "The lock \"" + lockName
                            + "\" was lost before it was given back. Treat the work done under it"
                            + " as unprotected: check it or do it again.";
                }
            }
        }
        wake();
        return before;
    }

    /** Keeps the request until the claim leaves the state. False if it has left it. */
    synchronized boolean park(Parked request) {
        return request.waitsIn(state) && parked.add(request);
    }

    synchronized void unpark(Parked request) {
        parked.remove(request);
    }

    private void wake() {
        Map<Boolean, List<Parked>> byWaiting;
        synchronized (this) {
            byWaiting = parked.stream().collect(Collectors.partitioningBy(each -> each.waitsIn(state)));
            parked.clear();
            parked.addAll(byWaiting.getOrDefault(true, List.of()));
        }
        byWaiting.getOrDefault(false, List.of()).forEach(news);
    }

    synchronized State state() {
        return state;
    }

    synchronized String reason() {
        return reason;
    }

    /** Why the lock was lost, as programs read it; null if it was not. */
    synchronized @Nullable String lossWord() {
        LossReason why = lossReason;
        return why == null ? null : why.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isHeld() {
        return state() == State.HELD;
    }

    /** Whether a client may still count on the lock. */
    synchronized boolean isPromised(long now) {
        return state == State.HELD && promisedUntil - now > 0;
    }

    /**
     * As a client is told; that is a promise.
     *
     * @param sessionLeft how long the session lasts
     */
    JsonWriter.Fields document(Duration sessionLeft) {
        learnOfLoss();
        Hold held;
        State now;
        synchronized (this) {
            held = hold;
            now = state;
        }
        JsonWriter.Fields fields = JsonWriter.object()
                .with("claim", id)
                .with("lock", lockName)
                .with("mode", mode.name().toLowerCase(Locale.ROOT))
                .with("state", now.word());
        if (now != State.HELD || held == null) {
            return fields.with("fence", null)
                    .with("validForMillis", null)
                    .with("releaseRequestedBy", null)
                    .with("lossReason", lossWord());
        }
        String asker;
        Duration valid = held.validFor();
        Duration left = valid.compareTo(sessionLeft) < 0 ? valid : sessionLeft;
        long promise = Promise.millis(left);
        synchronized (this) {
            asker = releaseRequestedBy;
            // Without the margin: a client whose clock is slow counts on the promise for longer.
            promisedUntil = Math.max(promisedUntil, System.nanoTime() + left.toNanos());
        }
        return fields.with("fence", fenceOf(held))
                .with("validForMillis", promise)
                .with("releaseRequestedBy", asker)
                .with("lossReason", null);
    }

    /** Null if the protocol of the cluster has none. In letters: it is longer than what many readers of JSON take for a number. */
    private static @Nullable String fenceOf(Hold held) {
        try {
            return Long.toString(held.fence());
        } catch (UnsupportedOperationException none) {
            return null;
        }
    }

    /** The clock may know of a loss before the listener is called. */
    private void learnOfLoss() {
        Hold held;
        synchronized (this) {
            held = hold;
        }
        if (held != null) {
            held.lossReason().ifPresent(this::lost);
        }
    }
}
