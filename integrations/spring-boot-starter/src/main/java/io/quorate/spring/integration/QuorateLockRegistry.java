// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.integration;

import io.quorate.api.DistributedLock;
import io.quorate.api.Locks;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Lets Spring Integration take its locks from a Quorate cluster: for aggregators, idempotent receivers, and its leader election.
 *
 * <p>The same key gives the same object for as long as anybody has it. An object that nobody has any more is forgotten, so nothing has to
 * expire locks. The locks are those of {@link Locks#lock}: re-entrant, owned by the thread. If a lock was lost, a re-entrant {@code lock} or
 * {@code tryLock}, and {@code unlock}, throw {@link io.quorate.api.LockLostException}.
 */
public final class QuorateLockRegistry implements LockRegistry {
    private final Locks locks;
    private final String prefix;
    private final Map<String, KnownLock> known = new HashMap<>();
    private final ReferenceQueue<DistributedLock> forgotten = new ReferenceQueue<>();

    private static final class KnownLock extends WeakReference<DistributedLock> {
        private final String name;

        KnownLock(String name, DistributedLock lock, ReferenceQueue<DistributedLock> queue) {
            super(lock, queue);
            this.name = name;
        }
    }

    /**
     * Names locks with a prefix.
     *
     * @param locks the locks of this process
     * @param prefix before the key; may be empty
     */
    public QuorateLockRegistry(Locks locks, String prefix) {
        this.locks = Objects.requireNonNull(locks, "The locks must not be null.");
        this.prefix = Objects.requireNonNull(prefix, "The prefix must not be null: give an empty one.");
    }

    /** The lock whose name is the prefix and the key as text, so a key needs a {@code toString} that all processes agree on. */
    @Override
    public Lock obtain(Object lockKey) {
        Objects.requireNonNull(lockKey, "The key of a lock must not be null.");
        String name = prefix + lockKey;
        synchronized (known) {
            forgetUnused();
            KnownLock reference = known.get(name);
            DistributedLock lock = reference == null ? null : reference.get();
            if (lock == null) {
                lock = locks.lock(name);
                known.put(name, new KnownLock(name, lock, forgotten));
            }
            return lock;
        }
    }

    /** How many locks are known, after those were forgotten that nobody has. */
    int size() {
        synchronized (known) {
            forgetUnused();
            return known.size();
        }
    }

    private void forgetUnused() {
        for (var gone = forgotten.poll(); gone != null; gone = forgotten.poll()) {
            KnownLock reference = (KnownLock) gone;
            known.remove(reference.name, reference); // unless the name has a new object already
        }
    }
}
