// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.history;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long it takes from a release to the next grant of the same lock to somebody who waited, both at this node. It remembers
 * the last releases in a table of fixed size; two locks in one place replace each other.
 */
final class HandOvers {
    private static final int PLACES = 1024;

    private final AtomicReferenceArray<@Nullable Release> last = new AtomicReferenceArray<>(PLACES);

    private record Release(String lock, long at) {}

    private static int place(String lock) {
        int hash = lock.hashCode();
        return (hash ^ hash >>> 16) & (PLACES - 1);
    }

    void released(String lock, long now) {
        last.set(place(lock), new Release(lock, now));
    }

    /** How long the hand-over took, in nanoseconds; -1 if the lock was free before, or was not released here. */
    long granted(String lock, long waitedNanos, long now) {
        Release before = last.getAndSet(place(lock), null);
        if (before == null || !before.lock.equals(lock)) {
            return -1;
        }
        long passed = Math.max(0, now - before.at);
        return waitedNanos >= passed ? passed : -1;
    }
}
