package io.quorate.api;

import java.util.concurrent.locks.ReadWriteLock;

/**
 * Many readers or one writer, all over the cluster. A waiting writer is not overtaken by readers that come later, with one
 * exception: a writer whose own node reads asks the other nodes when these readers have ended.
 *
 * <p>Both halves are re-entrant for a thread that uses their {@link java.util.concurrent.locks.Lock} methods. A thread that
 * has the write lock may take the read lock too; the lock then stays exclusive until both are unlocked. A thread that has
 * only the read lock cannot take the write lock: {@code tryLock} returns false, and {@code lock} throws
 * {@link IllegalMonitorStateException}, where a lock of the JDK would wait for itself for ever.
 */
public interface DistributedReadWriteLock extends ReadWriteLock {
    /** Held {@link LockMode#SHARED}. */
    @Override
    DistributedLock readLock();

    /** Held {@link LockMode#EXCLUSIVE}; the same lock as {@link Locks#lock} with the same name. */
    @Override
    DistributedLock writeLock();
}
