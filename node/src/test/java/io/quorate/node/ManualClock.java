package io.quorate.node;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Time that passes only when the test says so. */
final class ManualClock implements NanoClock {
    private final AtomicLong now = new AtomicLong();

    /** By how much the clock on the wall is ahead, in microseconds. */
    private final AtomicLong wallAhead = new AtomicLong(Duration.ofDays(2000).toMillis() * 1000);

    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();

    @Override
    public long now() {
        return now.get();
    }

    @Override
    public void parkUntil(long deadline) {
        Thread self = Thread.currentThread();
        parked.add(self);
        if (now.get() < deadline) {
            LockSupport.park(this);
        }
        parked.remove(self);
    }

    @Override
    public long wallMicros() {
        return wallAhead.get() + now.get() / 1000;
    }

    /** The machine stands still for so long: only the clock on the wall notices. */
    void suspend(Duration time) {
        wallAhead.addAndGet(time.toNanos() / 1000);
    }

    void advance(Duration time) {
        advanceUnnoticed(time);
        parked.forEach(LockSupport::unpark);
    }

    /** Time passes while everybody sleeps: as if the process were stopped. */
    void advanceUnnoticed(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
