// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.event;

import io.quorate.api.Locks;
import io.quorate.server.access.Caller;
import io.quorate.server.access.Gate;
import io.quorate.server.access.Right;
import io.quorate.server.http.Call;
import io.quorate.server.http.Problem;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** GET /v1/events: what happens at this node, as server-sent events. A stream takes no thread while nothing happens. */
public final class EventRoutes implements AutoCloseable {
    private static final long HEARTBEAT_NANOS = Duration.ofSeconds(15).toNanos();

    private final Gate gate;
    private final Events events;
    private final int streamsMax;
    private final Executor writers;
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final String epoch = UUID.randomUUID().toString().substring(0, 8);
    private volatile boolean isClosed;

    /**
     * For one server.
     *
     * @param writers threads of their own: those who read slowly keep no request waiting
     */
    public EventRoutes(Locks locks, Gate gate, int streamsMax, Executor writers) {
        this.gate = gate;
        this.events = new Events(locks);
        this.streamsMax = streamsMax;
        this.writers = writers;
    }

    /** GET /v1/events. */
    public void stream(Call call, Caller caller) {
        call.requireParameters(Set.of("prefix"));
        String given = call.parameter("prefix");
        String prefix = given == null ? "" : given;
        gate.require(caller, "events of \"" + prefix + "\"", Right.READ, prefix.isEmpty() ? null : prefix);
        if (isClosed || streams.size() >= streamsMax) {
            throw new Problem(
                            503,
                            "too-many-streams",
                            "A limit is reached",
                            "All " + streamsMax
                                    + " streams of this server are in use. Try again later, or use another node.")
                    .with("Retry-After", "5");
        }
        events.listen();
        long position = positionAfter(call.header("Last-Event-ID"));
        Call.Stream stream = call.stream("text/event-stream");
        if (stream != null) {
            EventStream added = new EventStream(
                    stream,
                    events,
                    epoch,
                    position,
                    lock -> lock.startsWith(prefix) && caller.maySee(lock),
                    () -> caller.may(Right.READ));
            streams.add(added);
            if (isClosed) {
                end(added);
            }
        }
    }

    /** After the event that the client saw last, if it is one of this server; else after the last. */
    private long positionAfter(@Nullable String lastSeen) {
        if (lastSeen != null && lastSeen.startsWith(epoch + "-")) {
            try {
                long number = Long.parseLong(lastSeen.substring(epoch.length() + 1));
                return Math.max(0, Math.min(number, events.last()));
            } catch (NumberFormatException wrong) {
                return events.last();
            }
        }
        return events.last();
    }

    /** Hands streams that have something to write to threads. To be called some times a second. */
    public void look() {
        long now = System.nanoTime();
        for (EventStream stream : streams) {
            if (stream.isDue(now, HEARTBEAT_NANOS)) {
                try {
                    writers.execute(() -> write(stream));
                } catch (RejectedExecutionException busy) {
                    stream.postpone();
                }
            }
        }
    }

    private void write(EventStream stream) {
        if (!stream.write()) {
            end(stream);
        }
    }

    private void end(EventStream stream) {
        if (streams.remove(stream)) {
            stream.close();
        }
    }

    /** How many there are, for tests and operators. */
    public int streamCount() {
        return streams.size();
    }

    @Override
    public void close() {
        isClosed = true;
        events.close();
        for (EventStream stream : streams) {
            try {
                writers.execute(() -> end(stream)); // waits for the client
            } catch (RejectedExecutionException busy) {
                stream.postpone(); // its connection is closed with the server
            }
        }
    }
}
