// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.testing.watch.LockEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of a test: counts its events, and knows at which of them a fault strikes. */
public final class FaultRun {
    /** A test with more would run for hours. Later ones are counted as one. */
    private static final int EVENTS_MAX = 10_000;

    private final @Nullable FaultPoint point;
    private final List<LockEvent> events = new ArrayList<>();
    private @Nullable LockEvent struck;

    private FaultRun(@Nullable FaultPoint point) {
        this.point = point;
    }

    /** A run that only counts. */
    public static FaultRun withoutFault() {
        return new FaultRun(null);
    }

    public static FaultRun with(FaultPoint point) {
        return new FaultRun(point);
    }

    /** The fault of this run; empty if there is none. */
    public Optional<FaultPoint> point() {
        return Optional.ofNullable(point);
    }

    /** All events so far, numbered from 1. */
    public synchronized List<LockEvent> events() {
        return List.copyOf(events);
    }

    /** The event at which the fault struck; empty if it has not. */
    public synchronized Optional<LockEvent> struck() {
        return Optional.ofNullable(struck);
    }

    /** The run has come to an event. Gives it if the fault strikes now. */
    synchronized Optional<LockEvent> reaches(LockEvent.Kind kind, String nodeId, String lock, String call, int open) {
        if (events.size() >= EVENTS_MAX) {
            return Optional.empty();
        }
        LockEvent event = new LockEvent(events.size() + 1, kind, nodeId, lock, call, open);
        events.add(event);
        if (point == null || point.event() != event.number()) {
            return Optional.empty();
        }
        struck = event;
        return Optional.of(event);
    }
}
