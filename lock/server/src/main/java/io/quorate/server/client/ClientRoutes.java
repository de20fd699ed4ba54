// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.client;

import io.quorate.api.AcquireOptions;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.server.access.Caller;
import io.quorate.server.access.Gate;
import io.quorate.server.access.Right;
import io.quorate.server.http.Answer;
import io.quorate.server.http.BodyFields;
import io.quorate.server.http.Call;
import io.quorate.server.http.Problem;
import io.quorate.server.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The routes for clients of any language. Every request of a session but reading it renews it. */
public final class ClientRoutes {
    private static final long TTL_MILLIS_MIN = 1000;
    private static final long TTL_MILLIS_MAX = Duration.ofHours(1).toMillis();
    private static final Duration TTL_USUAL = Duration.ofSeconds(15);
    private static final long WAIT_MILLIS_MAX = Duration.ofSeconds(60).toMillis();
    private static final long TIME_MILLIS_MAX = Duration.ofDays(7).toMillis();
    private static final int NAME_LENGTH_MAX = 512;

    /** When all threads have too much to do, an answer is tried again after so long. */
    private static final long BUSY_MILLIS = 20;

    private static final int LABEL_LENGTH_MAX = 60;
    private static final int ID_LENGTH_MAX = 64;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1," + ID_LENGTH_MAX + "}");

    private final Gate gate;
    private final Limits limits;
    private final ScheduledExecutorService timer;
    private final Executor workers;
    private final Sessions sessions;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * For one server.
     *
     * @param timer runs what never blocks
     * @param workers writes answers
     */
    public ClientRoutes(Locks locks, Gate gate, Limits limits, ScheduledExecutorService timer, Executor workers) {
        this.gate = gate;
        this.limits = limits;
        this.timer = timer;
        this.workers = workers;
        this.sessions = new Sessions(locks, limits, timer, this::answerSoon);
    }

    /** POST /v1/sessions. */
    public void open(Call call, Caller caller) {
        BodyFields body = call.body().only(Set.of("ttlMillis", "label"));
        Duration ttl = body.millis("ttlMillis", TTL_MILLIS_MIN, TTL_MILLIS_MAX);
        String label = body.text("label", LABEL_LENGTH_MAX);
        gate.require(caller, "opening a session", Right.ACQUIRE, null);
        Session session =
                sessions.open(caller.name(), label == null ? caller.name() : label, ttl == null ? TTL_USUAL : ttl);
        call.answer(Answer.json(201, session.document()).with("Location", "/v1/sessions/" + session.id));
    }

    /** GET /v1/sessions/{session}. */
    public void show(Call call, Caller caller) {
        Session session = sessions.find(call.variable("session"), caller.name());
        if (sessions.isClosing()) {
            throw Sessions.closing(); // a document is a promise
        }
        call.answer(Answer.json(200, session.document()));
    }

    /** POST /v1/sessions/{session}/renew. */
    public void renew(Call call, Caller caller) {
        call.body().only(Set.of());
        Session session = sessions.find(call.variable("session"), caller.name());
        session.claims().forEach(claim -> requireKeeping(caller, claim));
        call.answer(Answer.json(200, sessions.renewed(session.id, caller.name()).document()));
    }

    /** A right that was taken away ends what was taken by it, when the session runs out. */
    private void requireKeeping(Caller caller, Claim claim) {
        gate.require(caller, "keeping \"" + claim.lockName + "\"", Right.ACQUIRE, claim.lockName);
    }

    /** DELETE /v1/sessions/{session}. */
    public void end(Call call, Caller caller) {
        Session session = sessions.find(call.variable("session"), caller.name());
        sessions.end(session, "its client has ended it");
        call.answer(
                Answer.json(200, JsonWriter.object().with("session", session.id).with("state", "ended")));
    }

    /** POST /v1/sessions/{session}/claims. */
    public void claim(Call call, Caller caller) {
        BodyFields body = call.body()
                .only(Set.of(
                        "lock",
                        "claim",
                        "shared",
                        "label",
                        "waitMillis",
                        "timeoutMillis",
                        "atLeastMillis",
                        "atMostMillis"));
        String lock = body.requiredText("lock", NAME_LENGTH_MAX);
        if (lock.getBytes(StandardCharsets.UTF_8).length > NAME_LENGTH_MAX) {
            throw Problem.badRequest("The name of a lock has at most " + NAME_LENGTH_MAX + " bytes of UTF-8.");
        }
        LockMode mode = body.flag("shared") ? LockMode.SHARED : LockMode.EXCLUSIVE;
        String given = body.text("claim", ID_LENGTH_MAX);
        String id = given == null ? UUID.randomUUID().toString() : given;
        if (!ID.matcher(id).matches()) {
            throw Problem.badRequest("The field \"claim\" has 1 to 64 letters, digits, - or _. Correct it.");
        }
        Duration wait = body.millis("waitMillis", 0, WAIT_MILLIS_MAX);
        AcquireOptions options = options(body);
        String label = body.text("label", LABEL_LENGTH_MAX);
        gate.require(caller, "taking \"" + lock + "\"", Right.ACQUIRE, lock);
        Session session = sessions.renewed(call.variable("session"), caller.name());
        Claim claim = sessions.claim(session, id, lock, mode, options, label == null ? session.label : label);
        Duration usual = Duration.ofMillis(WAIT_MILLIS_MAX / 2);
        answerOrPark(call, session, claim, Claim.State.WAITING, wait == null ? usual : wait, 201);
    }

    private static AcquireOptions options(BodyFields body) {
        AcquireOptions options = AcquireOptions.atLeast(Duration.ZERO);
        Duration timeout = body.millis("timeoutMillis", 0, TIME_MILLIS_MAX);
        Duration atLeast = body.millis("atLeastMillis", 0, TIME_MILLIS_MAX);
        Duration atMost = body.millis("atMostMillis", 1, TIME_MILLIS_MAX);
        try {
            options = timeout == null ? options : options.withTimeout(timeout);
            options = atLeast == null ? options : options.withAtLeast(atLeast);
            return atMost == null ? options : options.withAtMost(atMost);
        } catch (IllegalArgumentException contradiction) {
            throw Problem.badRequest(String.valueOf(contradiction.getMessage()));
        }
    }

    /** GET /v1/sessions/{session}/claims/{claim}. */
    public void poll(Call call, Caller caller) {
        call.requireParameters(Set.of("waitMillis", "while"));
        Duration wait = Duration.ofMillis(call.parameter("waitMillis", 0, WAIT_MILLIS_MAX));
        Claim.State whileIn = stateOf(call.parameter("while"));
        Session session = sessions.find(call.variable("session"), caller.name());
        if (sessions.isClosing()) {
            throw Sessions.closing();
        }
        Claim claim = Sessions.claim(session, call.variable("claim"));
        requireKeeping(caller, claim);
        answerOrPark(call, sessions.renewed(session.id, caller.name()), claim, whileIn, wait, 200);
    }

    private static Claim.State stateOf(@Nullable String word) {
        if (word == null || word.equals("waiting")) {
            return Claim.State.WAITING;
        }
        if (word.equals("held")) {
            return Claim.State.HELD;
        }
        throw Problem.badRequest("The parameter \"while\" is waiting or held, not \"" + word + "\". Correct it.");
    }

    /** DELETE /v1/sessions/{session}/claims/{claim}. */
    public void release(Call call, Caller caller) {
        Session session = sessions.find(call.variable("session"), caller.name());
        Claim claim = Sessions.claim(session, call.variable("claim"));
        session.renew();
        Claim.State before = claim.end();
        sessions.forget(session, claim);
        if (before == Claim.State.LOST) {
            throw lost(claim);
        }
        call.answer(Answer.json(
                200,
                JsonWriter.object()
                        .with("claim", claim.id)
                        .with("lock", claim.lockName)
                        .with("state", "released")
                        .with("wasHeld", before == Claim.State.HELD)));
    }

    private static Problem lost(Claim claim) {
        return new Problem(410, "lost", "The lock was lost", claim.reason())
                .withField("claim", claim.id)
                .withField("lock", claim.lockName)
                .withField("lossReason", String.valueOf(claim.lossWord()));
    }

    private void answerOrPark(
            Call call, Session session, Claim claim, Claim.State whileIn, Duration wait, int statusWhenHeld) {
        // Each request of a client renews its session: it must ask again before the session is over.
        Duration longest = session.ttl.dividedBy(2);
        Duration parkFor = wait.compareTo(longest) < 0 ? wait : longest;
        Parked parked = new Parked(call, whileIn, () -> answerOf(session, claim, statusWhenHeld));
        if (parkFor.isZero() || claim.state() != whileIn) {
            parked.answer();
            return;
        }
        if (waiting.incrementAndGet() > limits.waiting()) {
            waiting.decrementAndGet();
            throw new Problem(
                            503,
                            "too-many-waiting",
                            "A limit is reached",
                            "All " + limits.waiting() + " requests that may wait do so. The claim keeps its place: ask"
                                    + " again with waitMillis=0, or later.")
                    .withField("claim", claim.id)
                    .with("Retry-After", "1");
        }
        if (claim.park(parked)) {
            try {
                parked.setDeadline(timer.schedule(
                        () -> {
                            claim.unpark(parked);
                            answerSoon(parked);
                        },
                        parkFor.toMillis(),
                        TimeUnit.MILLISECONDS));
            } catch (RejectedExecutionException closed) {
                claim.unpark(parked);
                answerSoon(parked);
            }
        } else {
            answerSoon(parked);
        }
    }

    /** Hands a request that has waited to a thread that may write. */
    private void answerSoon(Parked parked) {
        if (parked.take()) {
            waiting.decrementAndGet();
            handOver(parked);
        }
    }

    private void handOver(Parked parked) {
        try {
            workers.execute(parked::answer);
        } catch (RejectedExecutionException busy) {
            if (!timer.isShutdown()) {
                var unused = timer.schedule(() -> handOver(parked), BUSY_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private Answer answerOf(Session session, Claim claim, int statusWhenHeld) {
        if (sessions.isClosing() && claim.isHeld()) {
            return Sessions.closing().answer(); // a document is a promise
        }
        JsonWriter.Fields document = claim.document(session.left());
        Claim.State state = claim.state();
        switch (state) {
            case HELD -> {
                return Answer.json(statusWhenHeld, document).with("Location", locationOf(session, claim));
            }
            case WAITING -> {
                return Answer.json(202, document).with("Location", locationOf(session, claim));
            }
            case LOST -> {
                return lost(claim).answer();
            }
            case TIMED_OUT -> {
                sessions.forget(session, claim);
                return new Problem(409, "timed-out", "Others hold the lock", claim.reason())
                        .withField("claim", claim.id)
                        .answer();
            }
            case UNAVAILABLE, REFUSED -> {
                sessions.forget(session, claim);
                return new Problem(503, state.word(), "The lock is not available now", claim.reason())
                        .with("Retry-After", "1")
                        .answer();
            }
            case RELEASED -> {
                return (sessions.isClosing() ? Sessions.closing() : endedMeanwhile()).answer();
            }
        }
        throw new IllegalStateException("a claim is " + state);
    }

    private static Problem endedMeanwhile() {
        return new Problem(
                410,
                "session-ended",
                "The session has ended",
                "The session or claim was ended while this request waited. Ask for the lock again.");
    }

    private static String locationOf(Session session, Claim claim) {
        return "/v1/sessions/" + session.id + "/claims/" + claim.id;
    }

    /** Open sessions, for tests and operators. */
    public int sessionCount() {
        return sessions.sessionCount();
    }

    /** Claims of all sessions. */
    public int claimCount() {
        return sessions.claimCount();
    }

    /** Requests that wait. */
    public int waitingCount() {
        return waiting.get();
    }

    /** Takes nothing more; see {@link #isDrained}. */
    public void beginClosing() {
        sessions.beginClosing();
    }

    /** Whether no client counts on a lock any more. */
    public boolean isDrained() {
        return sessions.isDrained();
    }

    /** Gives everything back. */
    public void close() {
        sessions.close();
    }
}
