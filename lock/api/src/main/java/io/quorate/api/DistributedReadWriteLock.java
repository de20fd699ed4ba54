// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.util.concurrent.locks.ReadWriteLock;

/**
 * A lock for many readers or one writer, across the cluster. Readers that come later do not overtake a writer that the voters know of.
 *
 * <p>Both halves are re-entrant for a thread that uses their {@link java.util.concurrent.locks.Lock} methods. A thread with the write
 * lock may take the read lock too. The lock then stays exclusive until both are unlocked. A thread with only the read lock cannot
 * take the write lock: {@code tryLock} returns false, and {@code lock} throws {@link IllegalMonitorStateException} because the thread
 * would wait for itself.
 */
public interface DistributedReadWriteLock extends ReadWriteLock {
    /** {@return the read half, held {@link LockMode#SHARED}} */
    @Override
    DistributedLock readLock();

    /** {@return the write half, held {@link LockMode#EXCLUSIVE}: the same lock as {@link Locks#lock} with this name} */
    @Override
    DistributedLock writeLock();
}
