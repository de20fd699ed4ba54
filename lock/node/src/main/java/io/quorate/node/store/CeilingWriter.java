// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import io.quorate.core.roster.RosterState;
import io.quorate.node.watch.Pulse;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the ceilings of a node's clock, and what it knows about rosters, on a thread of its own, so that no turn waits for the disk
 * (K1). Ceilings only rise, and of rosters a node keeps all that it knows: the last one that was asked for stands for all before it. A
 * node without a store has no thread.
 */
public final class CeilingWriter implements AutoCloseable {
    /** A wake-up that gets lost delays a write by at most this. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long {@link #close} waits for a write that is under way. The disk may take longer: the thread ends after it. */
    private static final long CLOSE_MILLIS_MAX = 500;

    /** Rests, because the disk may take as long as it likes; but the thread must live. */
    public final Pulse pulse;

    private final CeilingStore store;

    /** Told on the thread of the writer: this ceiling is durable. */
    private final LongConsumer durable;

    /** Told on the thread of the writer: what was asked to be kept about rosters, up to this number, is durable. */
    private final LongConsumer rosterDurable;

    /** Told on the thread of the writer, which then has ended. */
    private final Consumer<Throwable> failed;

    /** Null if there is nothing to write. */
    private final @Nullable Thread thread;

    /** The stored value at the start. */
    private final long kept;

    private volatile long wanted;
    private volatile @Nullable RosterWish rosterWanted;
    private volatile boolean closed;

    /** The roster data to store, and the number of the request. */
    private record RosterWish(long number, RosterState state) {}

    /** Whether the last thing to be written is that the node has stopped cleanly. */
    private volatile boolean clean;

    public CeilingWriter(String name, CeilingStore store, LongConsumer durable, Consumer<Throwable> failed) {
        this(name, store, durable, number -> {}, failed);
    }

    /** With a store that keeps rosters, too. */
    public CeilingWriter(
            String name,
            CeilingStore store,
            LongConsumer durable,
            LongConsumer rosterDurable,
            Consumer<Throwable> failed) {
        this.rosterDurable = rosterDurable;
        this.store = store;
        this.durable = durable;
        this.failed = failed;
        this.pulse = new Pulse("the thread " + name);
        this.kept = store.ceiling();
        this.wanted = kept;
        this.thread = store == CeilingStore.NONE ? null : new Thread(this::writeAll, name);
        if (thread != null) {
            thread.setDaemon(true);
        }
    }

    public void start() {
        if (thread != null) {
            thread.start();
        }
    }

    /** Has the ceiling written, soon. Never waits. */
    public void write(long ceiling) {
        wanted = ceiling;
        LockSupport.unpark(thread);
    }

    /** Has this written, soon. The numbers rise by one. Never waits. */
    public void write(long number, RosterState state) {
        rosterWanted = new RosterWish(number, state);
        LockSupport.unpark(thread);
    }

    private void writeAll() {
        pulse.begin();
        pulse.rest();
        try {
            long written = kept; // not what is wanted by now: that may have come before this thread
            long rosterWritten = 0;
            while (!closed) {
                long next = wanted;
                RosterWish roster = rosterWanted;
                if (roster != null && roster.number > rosterWritten) {
                    store.keepRoster(roster.state);
                    rosterWritten = roster.number;
                    rosterDurable.accept(roster.number);
                } else if (next > written) {
                    store.keepCeiling(next);
                    written = next;
                    durable.accept(next);
                } else {
                    LockSupport.parkNanos(this, IDLE_NANOS);
                }
            }
        } catch (RuntimeException | Error failure) {
            failed.accept(failure);
        } finally {
            pulse.end();
            markIfClean();
            store.close(); // not before the last write: the next start would find it half done
        }
    }

    private void markIfClean() {
        if (clean) {
            store.stoppedCleanly();
        }
    }

    /** W3: ends, and as the last thing has it written that the node has promised nothing any more. */
    public void closeClean() {
        clean = true;
        close();
    }

    /** Whether anything is kept over starts. */
    public boolean isKept() {
        return thread != null;
    }

    /** Ends, after the write that is under way; what was not begun is not written, and nothing that rests on it has left. */
    @Override
    public void close() {
        closed = true;
        if (thread == null || thread.getState() == Thread.State.NEW) {
            markIfClean();
            store.close();
            return;
        }
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            try {
                thread.join(CLOSE_MILLIS_MAX);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt(); // it ends by itself, and then closes the store
            }
        }
    }
}
