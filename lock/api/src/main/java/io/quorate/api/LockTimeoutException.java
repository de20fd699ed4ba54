package io.quorate.api;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Others held the lock for longer than the caller wanted to wait. */
public final class LockTimeoutException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private final Duration timeout;

    /** Null if nobody said that it holds the lock. */
    private final @Nullable String holder;

    public LockTimeoutException(String lockName, Duration timeout) {
        super(
                lockName,
                "The lock \"" + lockName + "\" was not free within " + timeout.toMillis()
                        + " ms. Wait longer, or see with describe() who holds it.");
        this.timeout = timeout;
        this.holder = null;
    }

    /** Of a lock that was wanted now or not at all, and is held by this node. */
    public LockTimeoutException(String lockName, Duration timeout, String holder) {
        super(
                lockName,
                "The lock \"" + lockName + "\" is not free now: node " + holder
                        + " holds it. Give a timeout to wait for it, or see with describe() who holds it.");
        this.timeout = timeout;
        this.holder = holder;
    }

    /** The node that held the lock, if the lock was wanted now or not at all and a node has said that it holds it. */
    public Optional<String> holder() {
        return Optional.ofNullable(holder);
    }

    /** How long the caller wanted to wait. */
    public Duration timeout() {
        return timeout;
    }
}
