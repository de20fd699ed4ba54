package io.quorate.api;

import java.util.concurrent.locks.ReadWriteLock;

/**
 * Many readers or one writer, all over the cluster. A waiting writer is not overtaken by readers that come later.
 *
 * <p>Both halves are re-entrant for a thread that uses their {@link java.util.concurrent.locks.Lock} methods. A thread that
 * has the write lock may take the read lock too; the lock then stays exclusive until both are unlocked. A thread that has
 * only the read lock cannot take the write lock: it gets an {@link IllegalMonitorStateException}, for two threads that did
 * this would wait for each other for ever.
 */
public interface DistributedReadWriteLock extends ReadWriteLock {
    /** Held {@link LockMode#SHARED}. */
    @Override
    DistributedLock readLock();

    /** Held {@link LockMode#EXCLUSIVE}; the same lock as {@link Locks#lock} with the same name. */
    @Override
    DistributedLock writeLock();
}
