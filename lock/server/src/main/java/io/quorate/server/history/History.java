// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.history;

import io.quorate.api.Health;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import io.quorate.api.RosterView;
import io.quorate.server.access.Caller;
import io.quorate.server.access.Gate;
import io.quorate.server.access.Right;
import io.quorate.server.http.Answer;
import io.quorate.server.http.Call;
import io.quorate.server.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The last quarter of an hour of this node, in intervals of 5 s, and its {@link AuditTrail}. Its memory does not grow with the load. */
public final class History implements LockListener, AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final int INTERVALS_MAX = 180;

    private final Gate gate;
    private final AuditTrail audit = new AuditTrail();
    private final HandOvers handOvers = new HandOvers();
    private final long beganAt = System.nanoTime();
    private final Instant began = Instant.now();
    private final List<Registration> registrations;

    /** The oldest first. Guarded by itself. */
    private final ArrayDeque<Interval> intervals = new ArrayDeque<>();

    public History(Locks locks, Gate gate) {
        this.gate = gate;
        this.registrations =
                List.of(locks.addListener(this), locks.addHealthListener(this::healthChanged), listenToRoster(locks));
    }

    private Registration listenToRoster(Locks locks) {
        try {
            return locks.addRosterListener(this::rosterChanged);
        } catch (UnsupportedOperationException fixed) {
            return () -> {}; // these members never change
        }
    }

    public AuditTrail audit() {
        return audit;
    }

    @Override
    public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
        long now = System.nanoTime();
        long passed = outcome == Outcome.ACQUIRED ? handOvers.granted(lockName, waited.toNanos(), now) : -1;
        synchronized (intervals) {
            Interval interval = interval(now);
            if (outcome == Outcome.ACQUIRED) {
                interval.acquired(waited.toNanos() / 1000);
            } else {
                interval.failed();
            }
            if (passed >= 0) {
                interval.handedOver(passed / 1000);
            }
        }
    }

    @Override
    public void released(String lockName, LockMode mode, Duration held) {
        handOvers.released(lockName, System.nanoTime());
    }

    @Override
    public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
        synchronized (intervals) {
            interval(System.nanoTime()).lost();
        }
        audit.add(
                reason == LossReason.REVOKED ? "revoked" : "lost",
                lockName,
                "This node lost it after " + words(held) + ": "
                        + reason.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ".");
    }

    private static String words(Duration time) {
        return time.toMillis() < 1000
                ? time.toMillis() + " ms"
                : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }

    private void healthChanged(Health health) {
        audit.add("health", null, health.reason());
    }

    private void rosterChanged(RosterView roster) {
        String members = roster.members().stream()
                .map(each -> each.id()
                        + (each.stage() == RosterView.Stage.MEMBER
                                ? ""
                                : " (" + each.stage().name().toLowerCase(Locale.ROOT) + ")"))
                .collect(Collectors.joining(", "));
        audit.add(
                "roster",
                null,
                "Roster " + roster.epoch() + (roster.isChanging() ? " is decided: " : " is the only one: ") + members
                        + ".");
    }

    /** The present one, which is added if there is none. */
    private Interval interval(long now) {
        long number = (now - beganAt) / INTERVAL.toNanos();
        Interval last = intervals.peekLast();
        if (last == null || last.number < number) {
            last = new Interval(number);
            intervals.addLast(last);
            forgetBefore(number - INTERVALS_MAX);
        }
        return last; // threads may come a little late: what they bring belongs to the next interval
    }

    private void forgetBefore(long number) {
        while (!intervals.isEmpty() && intervals.peekFirst().number <= number) {
            intervals.removeFirst();
        }
    }

    /** GET /v1/history. */
    public void show(Call call, Caller caller) {
        gate.require(caller, "the history of this node", Right.READ, null);
        List<JsonWriter.Fields> documents = new ArrayList<>();
        synchronized (intervals) {
            forgetBefore((System.nanoTime() - beganAt) / INTERVAL.toNanos() - INTERVALS_MAX);
            for (Interval each : intervals) {
                Instant begin = began.plus(INTERVAL.multipliedBy(each.number));
                documents.add(each.document(begin.toString()));
            }
        }
        call.answer(Answer.json(
                200,
                JsonWriter.object()
                        .with("intervalMillis", INTERVAL.toMillis())
                        .with("began", began.toString())
                        .with("now", Instant.now().toString())
                        .with("intervals", documents)
                        .with("audit", audit.documents(caller::maySee))
                        .with("auditForgotten", audit.forgotten())));
    }

    @Override
    public void close() {
        registrations.forEach(Registration::close);
    }
}
