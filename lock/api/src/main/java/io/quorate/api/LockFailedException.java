package io.quorate.api;

import io.quorate.api.text.Printable;

/** A lock was not had. What kind of failure it was is the kind of exception; in every case nothing is held. */
public abstract class LockFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String lockName;

    LockFailedException(String lockName, String message) {
        super(Printable.of(message)); // with names from outside
        this.lockName = lockName;
    }

    /** The lock that was asked for; empty if the failure is not about one lock. */
    public String lockName() {
        return lockName;
    }
}
