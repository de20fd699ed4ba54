// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Several locks that are taken together: all of them or none. They are taken in the order of their names, so two lock sets cannot
 * deadlock. If you take further locks while you hold a set, keep to an order yourself.
 *
 * <pre>{@code
 * try (SetHold both = locks.lockSet("account/17", "account/4").acquire(Duration.ofSeconds(5))) {
 *     transfer(both.fence("account/17"), both.fence("account/4"));
 * }
 * }</pre>
 */
public interface LockSet {
    /** {@return the names, each once, in the order in which the locks are taken} */
    List<String> names();

    /**
     * Waits for all locks without a time limit.
     *
     * @return the holds of all locks; close it to release them
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    SetHold acquire() throws InterruptedException;

    /**
     * Waits for all locks together until the timeout. After any failure nothing is held.
     *
     * @param timeout how long to wait for all locks together
     * @return the holds of all locks; close it to release them
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     * @throws LockTimeoutException if a lock was not granted within the timeout; it names the lock
     */
    SetHold acquire(Duration timeout) throws InterruptedException;

    /**
     * Takes all locks now, or none.
     *
     * @return the holds of all locks; empty if another holder has one of them
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    default Optional<SetHold> tryAcquire() throws InterruptedException {
        return tryAcquire(Duration.ZERO);
    }

    /**
     * Waits for all locks together until the timeout. Zero means now or not at all.
     *
     * @param timeout how long to wait for all locks together
     * @return the holds of all locks; empty if a lock was not granted within the timeout
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    Optional<SetHold> tryAcquire(Duration timeout) throws InterruptedException;
}
