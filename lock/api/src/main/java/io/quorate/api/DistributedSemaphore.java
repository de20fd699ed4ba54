package io.quorate.api;

import java.time.Duration;
import java.util.Optional;

/**
 * At most {@link #permits()} holders at a time among all nodes of a cluster. Each permit is a lock of its own, called
 * {@code name#1} to {@code name#n}. Those who wait queue for one more lock, {@code name#ticket}: who has it takes the next free
 * permit. So the order of waiters is that of a lock.
 *
 * <p>Give every node the same number of permits. No voter knows the number: if the numbers differ, the largest counts. A node that
 * finds another number at another node logs a warning.
 */
public interface DistributedSemaphore {
    /** Maximum number of permits: whoever waits asks for all of them. */
    int PERMITS_MAX = 256;

    String name();

    /** How many permits there are. */
    int permits();

    /** Waits for a permit as long as others have all of them. An interrupt ends the wait, and leaves nothing behind. */
    Permit acquire() throws InterruptedException;

    /** Waits for a permit at most so long, then throws {@link LockTimeoutException}. */
    Permit acquire(Duration timeout) throws InterruptedException;

    /**
     * Takes a permit now, or not at all. It does not queue, so it may overtake those who wait, as
     * {@link java.util.concurrent.Semaphore#tryAcquire()} does. Asks for one permit after the other, at most a round trip or two each,
     * or {@link LocksConfig#attemptTimeout} each while no node answers.
     */
    default Optional<Permit> tryAcquire() throws InterruptedException {
        return tryAcquire(Duration.ZERO);
    }

    /** Waits for a permit at most so long; empty if others had all of them. Zero means as {@link #tryAcquire()} does. */
    Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException;
}
