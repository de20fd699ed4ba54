// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.event;

import io.quorate.api.Health;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import io.quorate.api.RosterView;
import io.quorate.server.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last events of this node, in a ring: the memory that they take does not depend on who reads. Writing is cheap, for the threads that
 * bring news about locks write here. It listens from the first reader on.
 */
final class Events implements LockListener, AutoCloseable {
    /** A reader that is further behind is told that it missed some. */
    static final int KEPT = 4096;

    private final Locks locks;
    private final AtomicReferenceArray<@Nullable Event> ring = new AtomicReferenceArray<>(KEPT);
    private final AtomicLong last = new AtomicLong();
    private List<Registration> registrations = List.of();

    Events(Locks locks) {
        this.locks = locks;
    }

    synchronized void listen() {
        if (registrations.isEmpty()) {
            registrations =
                    List.of(locks.addListener(this), locks.addHealthListener(this::healthChanged), listenToRoster());
        }
    }

    private Registration listenToRoster() {
        try {
            return locks.addRosterListener(this::rosterChanged);
        } catch (UnsupportedOperationException fixed) {
            return () -> {}; // these members never change
        }
    }

    /** The number of the last event; 0 before the first. */
    long last() {
        return last.get();
    }

    /** The events after this number, as far as they are still there and written. */
    List<Event> after(long number, int max) {
        List<Event> events = new ArrayList<>();
        long end = last.get();
        for (long next = Math.max(number, end - KEPT) + 1; next <= end && events.size() < max; next++) {
            Event event = ring.get((int) (next % KEPT));
            if (event == null || event.number() < next) {
                break; // its number is taken, but it is not written yet
            }
            if (event.number() == next) {
                events.add(event);
            }
        }
        return events;
    }

    private void add(String type, @Nullable String lock, Supplier<JsonWriter.Fields> data) {
        long number = last.incrementAndGet();
        ring.set((int) (number % KEPT), new Event(number, type, lock, data));
    }

    private JsonWriter.Fields about(Instant time, String lock, LockMode mode) {
        return at(time).with("lock", lock).with("mode", word(mode));
    }

    private JsonWriter.Fields at(Instant time) {
        return JsonWriter.object().with("time", time.toString()).with("node", locks.nodeId());
    }

    @Override
    public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
        Instant time = Instant.now();
        add(
                outcome == Outcome.ACQUIRED ? "granted" : "failed",
                lockName,
                () -> about(time, lockName, mode)
                        .with("outcome", word(outcome))
                        .with("waitedMicros", waited.toNanos() / 1000));
    }

    @Override
    public void released(String lockName, LockMode mode, Duration held) {
        Instant time = Instant.now();
        add("released", lockName, () -> about(time, lockName, mode).with("heldMicros", held.toNanos() / 1000));
    }

    @Override
    public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
        Instant time = Instant.now();
        add(
                "lost",
                lockName,
                () -> about(time, lockName, mode)
                        .with("heldMicros", held.toNanos() / 1000)
                        .with("reason", word(reason)));
    }

    private void healthChanged(Health health) {
        Instant time = Instant.now();
        add(
                "health",
                null,
                () -> at(time).with("state", word(health.state()))
                        .with("ready", health.isReady())
                        .with("missing", health.missing())
                        .with("reason", health.reason()));
    }

    private void rosterChanged(RosterView roster) {
        Instant time = Instant.now();
        add(
                "roster",
                null,
                () -> at(time).with("roster", roster.epoch())
                        .with("changing", roster.isChanging())
                        .with(
                                "members",
                                roster.members().stream()
                                        .map(RosterView.Member::id)
                                        .toList()));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public synchronized void close() {
        registrations.forEach(Registration::close);
    }
}
