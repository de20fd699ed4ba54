// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.DistributedLock;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The locks of one node that threads own, by {@code lock()} and its kin. */
final class ThreadEntries {
    private final Map<Owned, OpenHold> entries = new LinkedHashMap<>();

    private record Owned(Thread thread, String lock, LockMode mode) {}

    private static Owned here(WatchedLock lock) {
        return new Owned(Thread.currentThread(), lock.name(), lock.mode());
    }

    /** The current thread has the lock, maybe once more. */
    void entered(WatchedLock lock, DistributedLock raw) {
        if (raw.holdCount() == 1) {
            OpenHold entry = lock.watch().granted(lock.node(), new ThreadHeld(raw, fenceOf(raw)));
            synchronized (this) {
                entries.put(here(lock), entry);
            }
        }
    }

    /** The current thread has the lock no more. */
    void left(WatchedLock lock) {
        OpenHold entry;
        synchronized (this) {
            entry = entries.remove(here(lock));
        }
        if (entry != null) {
            entry.closed();
        }
    }

    private static long fenceOf(DistributedLock lock) {
        try {
            return lock.fence();
        } catch (UnsupportedOperationException none) {
            return 0;
        }
    }

    /** A thread owns the lock. */
    private record ThreadHeld(DistributedLock raw, long fence) implements LockWatch.Held {
        @Override
        public String lock() {
            return raw.name();
        }

        @Override
        public LockMode mode() {
            return raw.mode();
        }

        @Override
        public boolean isValid() {
            return raw.isLocked();
        }

        @Override
        public boolean isLost() {
            return !isValid();
        }

        @Override
        public void free() {
            // Only its thread can unlock it, so a reset of the cluster restarts the nodes.
        }

        @Override
        public void onLost(Consumer<LossReason> listener) {
            // Nobody is told: a thread learns it from unlock().
        }
    }
}
