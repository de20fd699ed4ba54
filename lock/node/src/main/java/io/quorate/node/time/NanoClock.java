// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** The clock of a node. */
public interface NanoClock {
    /** The clock of this machine. */
    NanoClock SYSTEM = new NanoClock() {
        private static final long EPOCH_SECOND =
                Instant.parse("2020-01-01T00:00:00Z").getEpochSecond();

        private static final long MICROS_PER_SECOND = 1_000_000;

        private final long origin = System.nanoTime();

        @Override
        public long now() {
            return System.nanoTime() - origin;
        }

        @Override
        public long wallMicros() {
            Instant now = Instant.now();
            return (now.getEpochSecond() - EPOCH_SECOND) * MICROS_PER_SECOND + now.getNano() / 1000;
        }

        @Override
        public void parkUntil(long deadline) {
            LockSupport.parkNanos(this, deadline - now());
        }
    };

    /** Monotonic time in nanoseconds, counted from some moment before anything asked: never negative, never going back. */
    long now();

    /** The wall clock, in microseconds since the beginning of 2020. It may be set, forth and back. */
    long wallMicros();

    /** Parks the current thread until the deadline, an unpark, or for no reason. */
    void parkUntil(long deadline);
}
