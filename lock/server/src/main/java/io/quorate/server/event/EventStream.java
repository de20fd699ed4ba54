// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.event;

import io.quorate.server.http.Call;
import io.quorate.server.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** One client that reads events. It keeps nothing but where it is: a slow one costs no memory. */
final class EventStream {
    private static final int BATCH = 256;

    /** A comment: proves that the client is there, and keeps proxies from closing the connection. */
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Call.Stream stream;
    private final Events events;
    private final String epoch;
    private final Predicate<String> isSeen;
    private final BooleanSupplier isAllowed;
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private volatile boolean isOpen = true;

    /** The last one written; by the thread that is busy. */
    private volatile long position;

    private volatile long wroteAt = System.nanoTime();

    /**
     * For a client.
     *
     * @param epoch stands before every number: those of an earlier server mean nothing
     * @param isSeen whether the client may see a lock, and wants to
     * @param isAllowed whether it may still read events at all
     */
    EventStream(
            Call.Stream stream,
            Events events,
            String epoch,
            long position,
            Predicate<String> isSeen,
            BooleanSupplier isAllowed) {
        this.stream = stream;
        this.events = events;
        this.epoch = epoch;
        this.position = position;
        this.isSeen = isSeen;
        this.isAllowed = isAllowed;
    }

    /** Whether there is something to write and no thread writes: then the caller must call {@link #write}. */
    boolean isDue(long now, long heartbeatNanos) {
        return isOpen
                && (events.last() > position || now - wroteAt > heartbeatNanos)
                && isBusy.compareAndSet(false, true);
    }

    /** It could not be handed to a thread: later. */
    void postpone() {
        isBusy.set(false);
    }

    /** Writes what is new; false if the client has gone, does not read, or has lost its right to. */
    boolean write() {
        try {
            if (!isAllowed.getAsBoolean()) {
                return false;
            }
            StringBuilder text = new StringBuilder();
            List<Event> next = events.after(position, BATCH);
            for (Event event : next) {
                long missed = event.number() - position - 1;
                if (missed > 0) {
                    append(text, event.number() - 1, "gap", JsonWriter.object().with("missed", missed));
                }
                position = event.number();
                String lock = event.lock();
                if (lock == null || isSeen.test(lock)) {
                    append(text, event.number(), event.type(), event.data().get());
                }
            }
            if (text.length() > 0 || next.isEmpty()) {
                stream.write(text.length() == 0 ? HEARTBEAT : text.toString().getBytes(StandardCharsets.UTF_8));
                wroteAt = System.nanoTime();
            }
            return true;
        } catch (IOException gone) {
            return false;
        } finally {
            isBusy.set(false);
        }
    }

    private void append(StringBuilder text, long number, String type, JsonWriter.Fields data) {
        text.append("id: ").append(epoch).append('-').append(number);
        text.append("\nevent: ").append(type);
        text.append("\ndata: ").append(JsonWriter.write(data)).append("\n\n");
    }

    void close() {
        isOpen = false;
        stream.close();
    }
}
