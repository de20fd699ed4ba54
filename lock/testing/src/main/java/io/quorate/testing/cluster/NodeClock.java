// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.node.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The clock of one machine. Its wall clock can be set, and the one thread that sleeps by it can be kept asleep. */
final class NodeClock implements NanoClock {
    private static final long FREEZE_SECONDS = 20;

    private final ClusterTime time;
    private volatile long wallAhead;

    /** The thread of the node's timers. */
    private volatile @Nullable Thread sleeper;

    private boolean sleeping;
    private boolean frozen;

    NodeClock(ClusterTime time) {
        this.time = time;
    }

    @Override
    public long now() {
        return time.now();
    }

    @Override
    public long wallMicros() {
        return time.wallMicros() + wallAhead;
    }

    /** Sets the wall clock. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock of this clock; others only read
    synchronized void jump(Duration by) {
        wallAhead += TimeUnit.NANOSECONDS.toMicros(by.toNanos());
    }

    @Override
    public void parkUntil(long deadline) {
        falls();
        do {
            if (isFrozen()) {
                LockSupport.park(this);
            } else if (!time.isVirtual()) {
                LockSupport.parkNanos(this, deadline - now());
            } else if (now() < deadline) {
                LockSupport.park(this);
            }
        } while (!wakes());
    }

    private synchronized void falls() {
        sleeper = Thread.currentThread();
        sleeping = true;
        notifyAll();
    }

    private synchronized boolean wakes() {
        sleeping = frozen;
        return !frozen;
    }

    private synchronized boolean isFrozen() {
        return frozen;
    }

    /** Time has passed. */
    void wake() {
        LockSupport.unpark(sleeper);
    }

    /** Threads that sleep by this clock sleep until {@link #thaw}. Returns when it sleeps. */
    synchronized void freeze() {
        frozen = true;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FREEZE_SECONDS);
        while (!sleeping && isAlive() && System.nanoTime() < end) {
            try {
                wait(1);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt(); // the caller sees it; the thread still falls asleep
                return;
            }
        }
    }

    private boolean isAlive() {
        Thread thread = sleeper;
        return thread != null && thread.isAlive();
    }

    /** Ends {@link #freeze}. */
    void thaw() {
        synchronized (this) {
            frozen = false;
        }
        wake();
    }
}
