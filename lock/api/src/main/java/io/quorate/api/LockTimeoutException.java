package io.quorate.api;

import java.time.Duration;

/** Others held the lock for longer than the caller wanted to wait. */
public final class LockTimeoutException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private final Duration timeout;

    public LockTimeoutException(String lockName, Duration timeout) {
        super(
                lockName,
                "The lock \"" + lockName + "\" was not free within " + timeout.toMillis()
                        + " ms. Wait longer, or see with describe() who holds it.");
        this.timeout = timeout;
    }

    /** How long the caller wanted to wait. */
    public Duration timeout() {
        return timeout;
    }
}
