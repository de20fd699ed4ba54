// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.awaitility.Awaitility.await;

import io.quorate.node.time.NanoClock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Time that passes only when the test says so. */
public final class ManualClock implements NanoClock {
    private final AtomicLong now = new AtomicLong();

    /** By how much the clock on the wall is ahead, in microseconds. */
    private final AtomicLong wallAhead = new AtomicLong(Duration.ofDays(2000).toMillis() * 1000);

    /** All that ever slept by this clock. */
    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();

    /** Whoever sleeps by this clock sleeps on, whatever happens. */
    private volatile boolean asleep;

    @Override
    public long now() {
        return now.get();
    }

    @Override
    public void parkUntil(long deadline) {
        sleepers.add(Thread.currentThread());
        if (now.get() < deadline) {
            do {
                LockSupport.park(this);
            } while (asleep);
        }
    }

    @Override
    public long wallMicros() {
        return wallAhead.get() + now.get() / 1000;
    }

    /** The machine stands still for so long: only the clock on the wall notices. */
    public void suspend(Duration time) {
        wallAhead.addAndGet(time.toNanos() / 1000);
    }

    public void advance(Duration time) {
        now.addAndGet(time.toNanos());
        wakeAll();
    }

    void wakeAll() {
        asleep = false;
        sleepers.forEach(LockSupport::unpark);
    }

    /** Time passes while everybody sleeps, until it is advanced again: as if the process were stopped. */
    void advanceUnnoticed(Duration time) {
        asleep = true;
        await().until(() ->
                sleepers.stream().allMatch(each -> !each.isAlive() || LockSupport.getBlocker(each) == this));
        now.addAndGet(time.toNanos());
    }
}
