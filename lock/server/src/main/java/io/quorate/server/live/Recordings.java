// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.live;

import io.quorate.api.Health;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockFailedException;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import io.quorate.server.access.Caller;
import io.quorate.server.access.Gate;
import io.quorate.server.access.Right;
import io.quorate.server.http.Answer;
import io.quorate.server.http.BodyFields;
import io.quorate.server.http.Call;
import io.quorate.server.http.Problem;
import io.quorate.server.json.JsonWriter;
import io.quorate.trace.svg.SvgDrawing;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The recordings that somebody looks at. None runs by itself: one begins when it is asked for, asks all nodes ten times a second, and ends
 * when no client fetches it any more.
 */
public final class Recordings implements AutoCloseable {
    private static final int RECORDINGS_MAX = 4;
    private static final int NAME_LENGTH_MAX = 512;
    private static final Duration EVERY = Duration.ofMillis(100);
    private static final Duration UNREAD_MAX = Duration.ofSeconds(15);
    private static final Duration WINDOW_USUAL = Duration.ofSeconds(30);
    private static final long WINDOW_MILLIS_MIN = 1_000;
    private static final long WINDOW_MILLIS_MAX = 120_000;

    private final Locks locks;
    private final Gate gate;
    private final Executor sampler;
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    /** One, and when it was last fetched and sampled. */
    private static final class Running {
        private final Recording recording;
        private final Duration window;
        private final Registration registration;
        private final AtomicBoolean isBusy = new AtomicBoolean();
        private volatile long readAt;
        private volatile long sampledAt;

        Running(Recording recording, Duration window, Registration registration, long now) {
            this.recording = recording;
            this.window = window;
            this.registration = registration;
            this.readAt = now;
            this.sampledAt = now - EVERY.toNanos();
        }
    }

    /**
     * For one server.
     *
     * @param sampler runs the questions to all nodes, one after the other
     */
    public Recordings(Locks locks, Gate gate, Executor sampler) {
        this.locks = locks;
        this.gate = gate;
        this.sampler = sampler;
    }

    /** POST /v1/recordings. One that runs already goes on. */
    public void start(Call call, Caller caller) {
        BodyFields body = call.body().only(Set.of("lock", "windowMillis"));
        String lock = body.requiredText("lock", NAME_LENGTH_MAX);
        Duration given = body.millis("windowMillis", WINDOW_MILLIS_MIN, WINDOW_MILLIS_MAX);
        Duration window = given == null ? WINDOW_USUAL : given;
        gate.require(caller, "recording \"" + lock + "\"", Right.READ, lock);
        Running started = started(lock, window);
        call.answer(Answer.json(
                201,
                JsonWriter.object()
                        .with("lock", lock)
                        .with("windowMillis", started.window.toMillis())
                        .with("everyMillis", EVERY.toMillis())));
    }

    private synchronized Running started(String lock, Duration window) {
        Running known = running.get(lock);
        if (known != null) {
            known.readAt = System.nanoTime();
            return known;
        }
        if (running.size() >= RECORDINGS_MAX) {
            throw new Problem(
                            503,
                            "too-many-recordings",
                            "A limit is reached",
                            "This server records " + RECORDINGS_MAX
                                    + " locks already. Close another live view, or wait until one ends.")
                    .with("Retry-After", "15");
        }
        try {
            locks.lock(lock); // refuses what is no name
            requireOpen();
            long now = System.nanoTime();
            Recording recording = new Recording(
                    lock,
                    locks.nodeId(),
                    locks.admin().members().stream().map(LockAdmin.Member::id).toList(),
                    window,
                    now);
            Running added = new Running(recording, window, locks.addListener(recording), now);
            running.put(lock, added);
            return added;
        } catch (IllegalArgumentException wrong) {
            throw Problem.badRequest(wrong.getMessage() + ". Correct the request.");
        }
    }

    /** By what this node knows: a question to other nodes would keep all requests for recordings waiting. */
    private void requireOpen() {
        Health health = locks.health();
        if (health.state() == Health.State.CLOSED || health.state() == Health.State.TWIN) {
            throw new Problem(503, "closed", "The node has closed", health.reason());
        }
    }

    /** GET /v1/recordings: the picture of the lock in the query. */
    public void draw(Call call, Caller caller) {
        call.requireParameters(Set.of("lock"));
        String lock = call.parameterOr("lock", "");
        gate.require(caller, "recording \"" + lock + "\"", Right.READ, lock);
        Running found = running.get(lock);
        if (found == null) {
            throw Problem.notFound("This lock is not recorded. Begin with POST /v1/recordings.");
        }
        found.readAt = System.nanoTime();
        String title = lock + ": the last " + found.window.toSeconds() + " s";
        call.answer(Answer.text(200, "image/svg+xml", SvgDrawing.draw(found.recording.diagram(title)))
                .with("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"));
    }

    /** Begins the samples that are due, and ends what nobody looks at. To be called several times a second. */
    public void look() {
        long now = System.nanoTime();
        for (Running each : running.values()) {
            if (now - each.readAt > UNREAD_MAX.toNanos()) {
                end(each);
            } else if (now - each.sampledAt >= EVERY.toNanos() && each.isBusy.compareAndSet(false, true)) {
                try {
                    sampler.execute(() -> sample(each));
                } catch (RejectedExecutionException busy) {
                    each.isBusy.set(false);
                }
            }
        }
    }

    private void sample(Running each) {
        try {
            each.recording.sample(locks.lock(each.recording.lock()).describe(), System.nanoTime());
        } catch (LockFailedException closed) {
            end(each);
        } finally {
            each.sampledAt = System.nanoTime();
            each.isBusy.set(false);
        }
    }

    private synchronized void end(Running each) {
        if (running.remove(each.recording.lock(), each)) {
            each.registration.close();
        }
    }

    /** How many run, for tests and operators. */
    public int count() {
        return running.size();
    }

    @Override
    public void close() {
        running.values().forEach(this::end);
    }
}
