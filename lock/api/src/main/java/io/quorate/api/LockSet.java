package io.quorate.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Several locks that are taken together: all of them or none. They are taken in the order of their names, whatever order the
 * caller gave, so two lock sets never wait for each other in a circle. A program that also takes single locks while it holds a set
 * must keep to the same order by itself.
 *
 * <pre>{@code
 * try (SetHold both = locks.lockSet("account/17", "account/4").acquire(Duration.ofSeconds(5))) {
 *     transfer(both.fence("account/17"), both.fence("account/4"));
 * }
 * }</pre>
 */
public interface LockSet {
    /** The names, each once, in the order in which the locks are taken. */
    List<String> names();

    /** Waits for all locks as long as others hold them. An interrupt ends the wait; then nothing is held. */
    SetHold acquire() throws InterruptedException;

    /**
     * Waits for all locks together at most so long, then throws {@link LockTimeoutException} with the name of the lock that was
     * not free. Whatever fails, nothing is held afterwards.
     */
    SetHold acquire(Duration timeout) throws InterruptedException;

    /** Takes all locks now, or none; empty if somebody holds one of them. */
    default Optional<SetHold> tryAcquire() throws InterruptedException {
        return tryAcquire(Duration.ZERO);
    }

    /** Waits for all locks together at most so long; empty if one of them was not free. Zero means now or not at all. */
    Optional<SetHold> tryAcquire(Duration timeout) throws InterruptedException;
}
