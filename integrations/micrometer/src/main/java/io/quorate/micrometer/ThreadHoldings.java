// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.quorate.api.DistributedLock;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks that threads hold by the methods of {@link java.util.concurrent.locks.Lock}. A loss is observed at {@code unlock}, where the
 * thread learns of it.
 */
final class ThreadHoldings {
    private record Key(Thread thread, String name, LockMode mode) {
        static Key of(DistributedLock lock) {
            return new Key(Thread.currentThread(), lock.name(), lock.mode());
        }
    }

    private final Map<Key, Holding> holdings = new ConcurrentHashMap<>();

    /** The current thread has the lock, for the first time. */
    void enter(DistributedLock lock, Attempt attempt) {
        holdings.put(Key.of(lock), attempt.held(lock::fence));
    }

    /** The current thread has the lock no more. */
    void leave(DistributedLock lock, Optional<LossReason> lossReason) {
        Holding holding = holdings.remove(Key.of(lock));
        if (holding != null) { // null if it was taken through locks that are not observed
            holding.closed(lossReason);
        }
    }
}
