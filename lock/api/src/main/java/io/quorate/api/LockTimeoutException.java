package io.quorate.api;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lock was not granted within the time that the caller wanted to wait. */
public final class LockTimeoutException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private final Duration timeout;

    /** Null if nobody said that it holds the lock. */
    private final @Nullable String holder;

    /** No node has said that it holds the lock, or none was asked. */
    public LockTimeoutException(String lockName, Duration timeout) {
        super(
                lockName,
                "The lock \"" + lockName + "\" was not granted " + within(timeout)
                        + ". Wait longer, or see with describe() who holds it, if anybody does.");
        this.timeout = timeout;
        this.holder = null;
    }

    /** This node has said that it holds the lock. */
    public LockTimeoutException(String lockName, Duration timeout, String holder) {
        super(
                lockName,
                "The lock \"" + lockName + "\" "
                        + (timeout.isZero()
                                ? "is not free now: node " + holder + " holds it. Give a timeout to wait for it"
                                : "was not free " + within(timeout) + ": node " + holder + " holds it. Wait longer")
                        + ", or see with describe() who holds it.");
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
     * The node that held the lock, if it has said so. It is asked if the timeout was zero, or below
     * {@link LocksConfig#attemptTimeout()}.
     */
    public Optional<String> holder() {
        return Optional.ofNullable(holder);
    }

    /** How long the caller wanted to wait. */
    public Duration timeout() {
        return timeout;
    }
}
