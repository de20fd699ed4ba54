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

    /**
     * Waits at most this long for other holders, then throws {@link LockTimeoutException}. A timeout below
     * {@link LocksConfig#attemptTimeout()} still gets a free lock: the votes of other nodes have that long to come.
     *
     * @throws IllegalArgumentException if the timeout is negative
     */
    Hold acquire(Duration timeout) throws InterruptedException;

    /** Takes the lock now, or not at all, as {@link #tryLock()} does; empty if somebody holds it. */
    default Optional<Hold> tryAcquire() throws InterruptedException {
        return tryAcquire(Duration.ZERO);
    }

    /**
     * As {@link #acquire(Duration)}, but empty instead of {@link LockTimeoutException}. Zero means as {@link #tryLock()} does.
     *
     * @throws IllegalArgumentException if the timeout is negative
     */
    Optional<Hold> tryAcquire(Duration timeout) throws InterruptedException;

    /**
     * Takes the lock as the options say; without a timeout in them, waits as long as others hold it.
     *
     * @throws LockTimeoutException if others held it until the timeout ended
     */
    Hold acquire(AcquireOptions options) throws InterruptedException;

    /** Takes the lock as the options say; without a timeout in them, now or not at all. Empty if others hold it. */
    Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException;

    /**
     * Asks for the lock without waiting. The stage completes when the lock is held, or fails with the exception that
     * {@link #acquire()} would throw; cancelling its future gives up. It completes on one of four threads of the library, or
     * on {@link LocksConfig#callbackExecutor(java.util.concurrent.Executor)}. Work that blocks belongs on a thread of your own
     * ({@code thenAcceptAsync}). While 10,000 callbacks of this node wait for a thread, the stage fails at once with
     * {@link LockRefusedException}.
     */
    CompletionStage<Hold> acquireAsync();

    /**
     * As {@link #acquireAsync()}; fails with {@link LockTimeoutException} after so long.
     *
     * @throws IllegalArgumentException at once, if the timeout is negative
     */
    CompletionStage<Hold> acquireAsync(Duration timeout);

    /** As {@link #acquireAsync()}, with the lock taken as the options say. */
    CompletionStage<Hold> acquireAsync(AcquireOptions options);

    /** Who holds the lock and who waits, all over the cluster: asks every node, and waits a short time for their answers. */
    LockDescription describe();

    /**
     * Whether the current thread has the lock by {@link #lock()} or one of its kin, in this mode; a {@link Hold} belongs to no
     * thread. It may have been lost meanwhile: {@link #isLocked()} looks at that.
     */
    default boolean isHeldByCurrentThread() {
        return holdCount() > 0;
    }

    /** How many times the current thread has to call {@link #unlock()}; 0 if it does not have the lock in this mode. */
    int holdCount();

    /**
     * Whether this node has a valid hold of the lock now, by any thread or {@link Hold}, in a mode that covers this one: the write
     * lock covers the read lock. It is the node's own view and sends no message. So false does not mean that the lock is free:
     * another node may hold it ({@link #describe()} asks all). A lock that only stands with this node, unused, is not held.
     */
    boolean isLocked();

    /**
     * The {@link Hold#fence() fencing token} of what the current thread has taken by {@link #lock()} or one of its kin; the same for
     * each time it entered. Throws {@link IllegalMonitorStateException} if the current thread does not have the lock in this mode,
     * {@link UnsupportedOperationException} if the protocol of the cluster has no fences.
     */
    long fence();

    /**
     * Waits for the lock; an interrupt does not end the wait, but is kept for later. The write lock under the thread's own read lock
     * is refused by {@link IllegalMonitorStateException}: the thread would wait for itself for ever.
     */
    @Override
    void lock();

    /** As {@link #lock()}, but an interrupt ends the wait; a pending one is thrown at once, also if the thread has the lock already. */
    @Override
    void lockInterruptibly() throws InterruptedException;

    /**
     * Takes the lock now, or not at all. Returns false as soon as a node has said that it holds the lock, which takes a round trip or
     * two; without such an answer, after {@link LocksConfig#attemptTimeout()}. Ignores interrupts. Returns false for the write lock under
     * the thread's own read lock.
     */
    @Override
    boolean tryLock();

    /**
     * Waits at most this long for other holders; zero or less means as {@link #tryLock()} does. An interrupt ends the wait; a pending one
     * is thrown at once. For the write lock under the thread's own read lock it returns false when the time is over.
     */
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
