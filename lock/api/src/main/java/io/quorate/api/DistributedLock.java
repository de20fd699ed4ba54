// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock that all nodes of a cluster know by the same name. There are two ways to take it, and they do not mix:
 *
 * <ul>
 *   <li>As a {@link Lock}: the thread owns it, it is re-entrant, and {@code unlock()} on the same thread releases it.
 *       {@code unlock()} throws {@link LockLostException} if the lock was lost.
 *   <li>As a {@link Hold}: the handle owns it, it is not re-entrant, and any thread may close it.
 * </ul>
 *
 * <p>No call hangs. Every wait ends with {@link LockUnavailableException} when no quorum can be reached for
 * {@link LocksConfig#unavailableAfter}, and with {@link LocksClosedException} when the {@link Locks} are closed.
 */
public interface DistributedLock extends Lock {
    /** {@return the name of this lock} */
    String name();

    /** {@return how this lock is held: exclusively, or shared by readers} */
    LockMode mode();

    /**
     * Waits for the lock without a time limit. An interrupt ends the wait and leaves nothing behind.
     *
     * @return the hold; close it to release the lock
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    Hold acquire() throws InterruptedException;

    /**
     * Waits for the lock until the timeout. Even a timeout below {@link LocksConfig#attemptTimeout()} gets a free lock: other nodes
     * have that long to answer.
     *
     * @param timeout how long to wait for other holders
     * @return the hold; close it to release the lock
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     * @throws LockTimeoutException if the lock was not granted within the timeout
     * @throws IllegalArgumentException if the timeout is negative
     */
    Hold acquire(Duration timeout) throws InterruptedException;

    /**
     * Takes the lock if it is free now, as {@link #tryLock()} does.
     *
     * @return the hold; empty if another holder has the lock
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    default Optional<Hold> tryAcquire() throws InterruptedException {
        return tryAcquire(Duration.ZERO);
    }

    /**
     * Waits for the lock until the timeout, as {@link #acquire(Duration)} does. Zero means the same as {@link #tryLock()}.
     *
     * @param timeout how long to wait for other holders
     * @return the hold; empty if the lock was not granted within the timeout
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     * @throws IllegalArgumentException if the timeout is negative
     */
    Optional<Hold> tryAcquire(Duration timeout) throws InterruptedException;

    /**
     * Takes the lock with options. Without a timeout in the options it waits without a time limit.
     *
     * @param options the timeout, and how long the lock stays taken at least and at most
     * @return the hold; close it to release the lock
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     * @throws LockTimeoutException if the lock was not granted within the timeout
     */
    Hold acquire(AcquireOptions options) throws InterruptedException;

    /**
     * Takes the lock with options. Without a timeout in the options it takes the lock now or not at all.
     *
     * @param options the timeout, and how long the lock stays taken at least and at most
     * @return the hold; empty if the lock was not granted within the timeout
     * @throws InterruptedException if the thread is interrupted; nothing is held then
     */
    Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException;

    /**
     * Requests the lock and returns at once. The stage completes with the hold, or fails with the exception that {@link #acquire()}
     * would throw. Cancel its future to give up. It completes on one of four threads of the library, or on
     * {@link LocksConfig#callbackExecutor(java.util.concurrent.Executor)}: run work that blocks elsewhere ({@code thenAcceptAsync}).
     * While 10,000 callbacks of this node wait for a thread, the stage fails at once with {@link LockRefusedException}.
     *
     * @return completes with the hold
     */
    CompletionStage<Hold> acquireAsync();

    /**
     * Requests the lock as {@link #acquireAsync()} does. The stage fails with {@link LockTimeoutException} after the timeout.
     *
     * @param timeout how long to wait for other holders
     * @return completes with the hold
     * @throws IllegalArgumentException at once, if the timeout is negative
     */
    CompletionStage<Hold> acquireAsync(Duration timeout);

    /**
     * Requests the lock with options, as {@link #acquireAsync()} does.
     *
     * @param options the timeout, and how long the lock stays taken at least and at most
     * @return completes with the hold
     */
    CompletionStage<Hold> acquireAsync(AcquireOptions options);

    /**
     * Asks every node who holds this lock and who waits for it. Waits up to {@link LocksConfig#describeTimeout} for the answers.
     *
     * @return holders, waiters and votes, as the nodes reported them
     */
    LockDescription describe();

    /**
     * Tells whether the current thread has taken this lock through the {@link Lock} methods, in this mode. A {@link Hold} belongs to
     * no thread and does not count. The lock may have been lost since: {@link #isLocked()} checks that.
     *
     * @return true if the current thread has to call {@link #unlock()}
     */
    default boolean isHeldByCurrentThread() {
        return holdCount() > 0;
    }

    /** {@return how many times the current thread has to call {@link #unlock()}; 0 if it does not have the lock in this mode} */
    int holdCount();

    /**
     * Tells whether this node holds the lock now, through any thread or {@link Hold}, in a mode that covers this one. The write lock
     * covers the read lock. It sends no message, so false does not mean that the lock is free: another node may hold it. Ask
     * {@link #describe()} for the whole cluster. A standing lock, which the node keeps unused, is not held.
     *
     * @return true if this node has a valid hold
     */
    boolean isLocked();

    /**
     * Returns the {@link Hold#fence() fencing token} of what the current thread took through the {@link Lock} methods. Re-entrant
     * acquisitions have the same token.
     *
     * @return the fencing token
     * @throws IllegalMonitorStateException if the current thread does not have the lock in this mode
     * @throws UnsupportedOperationException if the protocol of the cluster has no fencing tokens
     */
    long fence();

    /**
     * Waits for the lock. An interrupt does not end the wait; the interrupt status is kept.
     *
     * @throws IllegalMonitorStateException if the thread asks for the write lock while it has the read lock: it would wait for itself
     */
    @Override
    void lock();

    /**
     * Waits for the lock as {@link #lock()} does, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread is interrupted, or was before the call; also if it already has the lock
     */
    @Override
    void lockInterruptibly() throws InterruptedException;

    /**
     * Takes the lock now or not at all. Returns false as soon as a node reports that it holds the lock, which takes one or two round
     * trips. Without such an answer it returns false after {@link LocksConfig#attemptTimeout()}. Ignores interrupts.
     *
     * @return true if the lock was granted; false also for the write lock while the thread has the read lock
     */
    @Override
    boolean tryLock();

    /**
     * Waits for the lock until the timeout. Zero or less means the same as {@link #tryLock()}.
     *
     * @param time how long to wait for other holders
     * @param unit the unit of the time
     * @return true if the lock was granted. For the write lock while the thread has the read lock: false when the time is over
     * @throws InterruptedException if the thread is interrupted, or was before the call
     */
    @Override
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /**
     * Releases what the current thread took through {@code lock} or {@code tryLock}.
     *
     * @throws IllegalMonitorStateException if the current thread does not have the lock
     * @throws LockLostException if the lock was lost before this call
     */
    @Override
    void unlock();

    /**
     * Not supported: a signal would have to wake threads on other nodes, and could be lost with any of them.
     *
     * @return never
     * @throws UnsupportedOperationException always
     */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException(
                "A distributed lock has no conditions: a signal would have to reach threads on other nodes, and could be"
                        + " lost with any of them. Check shared state under the lock instead, or use a queue.");
    }
}
