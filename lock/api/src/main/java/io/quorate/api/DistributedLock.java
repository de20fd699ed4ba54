package io.quorate.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock that all nodes of a cluster know by the same name. It can be had in two ways.
 *
 * <ul>
 *   <li>As a {@link Lock}: owned by the thread, re-entrant, released by {@code unlock()} on the same thread, which throws
 *       {@link LockLostException} if the lock was lost meanwhile.
 *   <li>As a {@link Hold}: owned by the handle, not re-entrant, closed on any thread.
 * </ul>
 *
 * <p>Every way of waiting ends by {@link LockUnavailableException} when too few nodes can be reached for some seconds, and by
 * {@link LocksClosedException} when the {@link Locks} are closed; none hangs because of either.
 */
public interface DistributedLock extends Lock {
    String name();

    LockMode mode();

    /** Waits for the lock as long as others hold it. An interrupt ends the wait, and leaves nothing behind. */
    Hold acquire() throws InterruptedException;

    /** Waits for the lock at most so long, then throws {@link LockTimeoutException}. */
    Hold acquire(Duration timeout) throws InterruptedException;

    /** Takes the lock now, or not at all, as {@link #tryLock()} does; empty if somebody holds it. */
    default Optional<Hold> tryAcquire() throws InterruptedException {
        return tryAcquire(Duration.ZERO);
    }

    /** Waits for the lock at most so long; empty if others held it all the time. Zero means as {@link #tryLock()} does. */
    Optional<Hold> tryAcquire(Duration timeout) throws InterruptedException;

    /**
     * Asks for the lock without waiting. The stage completes when the lock is held, or fails with the exception that
     * {@link #acquire()} would throw; cancelling its future gives up. It completes on one of four threads of the library, or
     * on {@link LocksConfig#callbackExecutor(java.util.concurrent.Executor)}. Work that blocks belongs on a thread of your own
     * ({@code thenAcceptAsync}). While 10,000 callbacks of this node wait for a thread, the stage fails at once with
     * {@link LockRefusedException}.
     */
    CompletionStage<Hold> acquireAsync();

    /** As {@link #acquireAsync()}; fails with {@link LockTimeoutException} after so long. */
    CompletionStage<Hold> acquireAsync(Duration timeout);

    /** Who holds the lock and who waits, all over the cluster: asks every node, and waits a short time for their answers. */
    LockDescription describe();

    /** Waits for the lock; an interrupt does not end the wait, but is kept for later. */
    @Override
    void lock();

    @Override
    void lockInterruptibly() throws InterruptedException;

    /**
     * Takes the lock now, or not at all. Returns false as soon as a node has said that it holds the lock, which takes a round trip or
     * two; without such an answer, after {@link LocksConfig#attemptTimeout()}.
     */
    @Override
    boolean tryLock();

    /** Waits at most so long; no time or less means as {@link #tryLock()} does. */
    @Override
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /**
     * Gives back what the current thread took by {@code lock} or {@code tryLock}. Throws
     * {@link IllegalMonitorStateException} if it has not, {@link LockLostException} if the lock was lost meanwhile.
     */
    @Override
    void unlock();

    /** Not supported: a signal would have to wake threads of other nodes, and could be lost with any of them. */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException(
                "A distributed lock has no conditions: a signal would have to reach threads of other nodes, and could be"
                        + " lost with any of them. Look at shared state under the lock instead, or use a queue.");
    }
}
