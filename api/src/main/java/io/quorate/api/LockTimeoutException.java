package io.quorate.api;

import java.time.Duration;

/** Others held the lock for longer than the caller wanted to wait. */
public final class LockTimeoutException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private final Duration patience;

    public LockTimeoutException(String lockName, Duration patience) {
        super(
                lockName,
                "The lock \"" + lockName + "\" was not free within " + patience.toMillis()
                        + " ms. Wait longer, or see with describe() who holds it.");
        this.patience = patience;
    }

    /** How long the caller wanted to wait. */
    public Duration patience() {
        return patience;
    }
}
