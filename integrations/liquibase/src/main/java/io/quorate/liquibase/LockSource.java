// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import io.quorate.api.DistributedLock;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import liquibase.Scope;
import liquibase.exception.LockException;
import org.jspecify.annotations.Nullable;

/** Where migrations find the locks: in the scope of Liquibase, else as registered for the whole process. */
record LockSource(Locks locks, String name) {
    private static final AtomicReference<@Nullable Locks> REGISTERED = new AtomicReference<>();

    static Registration register(Locks locks) {
        Objects.requireNonNull(locks, "The locks must not be null.");
        REGISTERED.set(locks);
        return () -> REGISTERED.compareAndSet(locks, null);
    }

    static LockSource current() throws LockException {
        Object scoped = Scope.getCurrentScope().get(QuorateLockService.SCOPE_KEY, Object.class);
        if (scoped != null && !(scoped instanceof Locks)) {
            throw new LockException("The value of \"" + QuorateLockService.SCOPE_KEY
                    + "\" in the scope of Liquibase is a " + scoped.getClass().getName()
                    + ": give the object of io.quorate.api.Locks that the process has.");
        }
        Locks locks = scoped instanceof Locks inScope ? inScope : REGISTERED.get();
        if (locks == null) {
            throw new LockException("The changelog lock cannot be taken, because quorate-liquibase knows no locks. Call"
                    + " QuorateLockService.use(locks) before Liquibase runs. To use the lock table of Liquibase instead, set"
                    + " quorate.liquibase.enabled=false in all processes that migrate this database.");
        }
        return new LockSource(locks, QuorateSettings.LOCK_NAME.getCurrentValue());
    }

    DistributedLock lock() throws LockException {
        try {
            return locks.lock(name);
        } catch (IllegalArgumentException refused) {
            throw new LockException(
                    "The setting quorate.liquibase.lockName is no name of a lock: " + refused.getMessage(), refused);
        }
    }
}
