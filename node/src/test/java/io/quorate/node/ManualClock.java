package io.quorate.node;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Time that passes only when the test says so. */
final class ManualClock implements NanoClock {
    private final AtomicLong now = new AtomicLong();
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

    void advance(Duration time) {
        now.addAndGet(time.toNanos());
        parked.forEach(LockSupport::unpark);
    }
}
