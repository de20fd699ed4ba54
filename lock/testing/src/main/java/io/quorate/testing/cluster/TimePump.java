// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.testing.watch.HoldBook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Moves virtual time while threads of the test wait for locks. It does so only when the nodes have come to rest and a claim still waits: a free lock is granted at the same virtual time, however slow the machine is. If all locks are held by threads that wait themselves, time jumps; else
 * it moves as real time does, so that the thread that holds a lock gets the time that it takes.
 */
final class TimePump {
    /** Most locks are granted by then, and time does not have to move. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ClusterNodes nodes;
    private final HoldBook book;
    private final Duration jump;

    /** Moves time, in the order of everybody who does, if a claim waits; says whether. */
    private final Predicate<Duration> move;

    private final List<Thread> waiting = new ArrayList<>();
    private int asyncs;
    private boolean closed;
    private @Nullable Thread thread;

    TimePump(ClusterNodes nodes, HoldBook book, Duration jump, Predicate<Duration> move) {
        this.nodes = nodes;
        this.book = book;
        this.jump = jump;
        this.move = move;
    }

    /** The current thread waits for a lock from now on. */
    synchronized void waitBegins() {
        waiting.add(Thread.currentThread());
        begin();
    }

    synchronized void waitEnds() {
        waiting.remove(Thread.currentThread());
    }

    /** A claim waits that no thread waits for. */
    synchronized void asyncBegins() {
        asyncs++;
        begin();
    }

    synchronized void asyncEnds() {
        asyncs--;
    }

    private void begin() {
        if (thread == null && !closed) {
            Thread started = new Thread(this::run, "quorate-time");
            started.setDaemon(true);
            thread = started;
            started.start();
        }
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private synchronized boolean awaitWork() {
        while (!closed && waiting.isEmpty() && asyncs == 0) {
            try {
                wait();
            } catch (InterruptedException interruption) {
                closed = true; // the library never interrupts this thread: an interrupt means that it must end
            }
        }
        return !closed;
    }

    private void run() {
        long last = System.nanoTime();
        boolean moved = false;
        while (awaitWork()) {
            if (!moved || !mayJump()) {
                LockSupport.parkNanos(this, mayJump() ? GRACE_NANOS : PACE_NANOS);
            }
            long now = System.nanoTime();
            Duration passed = Duration.ofNanos(Math.min(now - last, 4 * PACE_NANOS));
            last = now;
            moved = isWanted() && move.test(mayJump() ? jump : passed);
        }
    }

    private synchronized boolean isWanted() {
        return !closed && (!waiting.isEmpty() || asyncs > 0);
    }

    private synchronized boolean mayJump() {
        return !waiting.isEmpty()
                && book.stillHeld().stream().allMatch(hold -> waiting.contains(hold.taker()))
                && nodes.all().stream().noneMatch(place -> place.paused);
    }
}
