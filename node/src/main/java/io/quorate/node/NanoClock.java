package io.quorate.node;

import java.util.concurrent.locks.LockSupport;

/** Monotonic time in nanoseconds, counted from some moment before anything asked: never negative, never going back. */
interface NanoClock {
    /** The clock of this machine. */
    NanoClock SYSTEM = new NanoClock() {
        private final long origin = System.nanoTime();

        @Override
        public long now() {
            return System.nanoTime() - origin;
        }

        @Override
        public void parkUntil(long deadline) {
            LockSupport.parkNanos(this, deadline - now());
        }
    };

    long now();

    /** Parks the current thread until the deadline, an unpark, or for no reason. */
    void parkUntil(long deadline);
}
