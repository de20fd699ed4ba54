// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown when the lock was not granted within the timeout. */
public final class LockTimeoutException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    /** How long the caller wanted to wait. */
    private final Duration timeout;

    /** Null if no node has reported that it holds the lock. */
    private final @Nullable String holder;

    /**
     * Creates the exception for a lock whose holder is not known.
     *
     * @param lockName the lock
     * @param timeout how long the caller wanted to wait
     */
    public LockTimeoutException(String lockName, Duration timeout) {
        super(
                lockName,
                "The lock \"" + lockName + "\" was not granted " + within(timeout)
                        + ". Use a longer timeout, or call describe() to see whether a node holds it.");
        this.timeout = timeout;
        this.holder = null;
    }

    /**
     * Creates the exception for a lock whose holder is known.
     *
     * @param lockName the lock
     * @param timeout how long the caller wanted to wait
     * @param holder the node that reported that it holds the lock
     */
    public LockTimeoutException(String lockName, Duration timeout, String holder) {
        super(
                lockName,
                "The lock \"" + lockName + "\" "
                        + (timeout.isZero()
                                ? "is not free now: node " + holder + " holds it. Use a timeout to wait for it"
                                : "was not free " + within(timeout) + ": node " + holder
                                        + " holds it. Use a longer timeout")
                        + ", or call describe() to see which thread holds it.");
        this.timeout = timeout;
        this.holder = holder;
    }

    private static String within(Duration timeout) {
        if (timeout.isZero()) {
            return "at once";
        }
        return timeout.toMillis() > 0 ? "within " + timeout.toMillis() + " ms" : "within " + timeout.toNanos() + " ns";
    }

    /**
     * Returns the node that held the lock, if it is known. Nodes are asked only for timeouts of zero, or below
     * {@link LocksConfig#attemptTimeout()}.
     *
     * @return the id of the holder's node; empty if it is not known
     */
    public Optional<String> holder() {
        return Optional.ofNullable(holder);
    }

    /** {@return how long the caller wanted to wait} */
    public Duration timeout() {
        return timeout;
    }
}
