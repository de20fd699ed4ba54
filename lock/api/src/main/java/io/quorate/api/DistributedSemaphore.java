// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.Optional;

/**
 * A semaphore for the whole cluster: at most {@link #permits()} valid permits at a time. Each permit is a lock, {@code name#1} to
 * {@code name#n}. Waiters queue for one more lock, {@code name#ticket}; its holder takes the next free permit. So waiters are served
 * in the order of a lock.
 *
 * <p>Give every node the same number of permits. Voters do not know the number: if nodes differ, the largest number counts. A node
 * that finds a different number at another node logs a warning.
 */
public interface DistributedSemaphore {
    /** Maximum number of permits: a waiter requests all of them at once. */
    int PERMITS_MAX = 256;

    /** {@return the name of this semaphore} */
    String name();

    /** {@return the number of permits} */
    int permits();

    /**
     * Waits for a permit without a time limit.
     *
     * @return the permit; close it to give it back
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    Permit acquire() throws InterruptedException;

    /**
     * Waits for a permit until the timeout.
     *
     * @param timeout how long to wait
     * @return the permit; close it to give it back
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     * @throws LockTimeoutException if no permit was free within the timeout
     */
    Permit acquire(Duration timeout) throws InterruptedException;

    /**
     * Takes a permit now or not at all. It does not queue, so it may overtake waiters, as
     * {@link java.util.concurrent.Semaphore#tryAcquire()} does. It tries one permit after the other. Each takes one or two round trips,
     * or {@link LocksConfig#attemptTimeout} if no node answers.
     *
     * @return the permit; empty if others have all of them
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    default Optional<Permit> tryAcquire() throws InterruptedException {
        return tryAcquire(Duration.ZERO);
    }

    /**
     * Waits for a permit until the timeout. Zero means the same as {@link #tryAcquire()}.
     *
     * @param timeout how long to wait
     * @return the permit; empty if no permit was free within the timeout
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException;
}
