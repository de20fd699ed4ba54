// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import java.util.concurrent.locks.LockSupport;

/**
 * Watches for how long this machine lets nothing run: a thread sleeps for a millisecond again and again, and sees by how much it
 * wakes late. A wait that is not longer than that says nothing about locks.
 */
final class MachinePauses implements AutoCloseable {
    private static final long SLEEP_NANOS = 1_000_000;

    private final Thread thread = new Thread(this::watch, "machine-pauses");
    private volatile boolean over;
    private volatile long longest;

    MachinePauses() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (!over) {
            long before = System.nanoTime();
            LockSupport.parkNanos(SLEEP_NANOS);
            longest = Math.max(longest, System.nanoTime() - before - SLEEP_NANOS);
        }
    }

    /** The longest pause since this began. */
    double longestMillis() {
        return longest / 1e6;
    }

    @Override
    public void close() {
        over = true;
    }
}
