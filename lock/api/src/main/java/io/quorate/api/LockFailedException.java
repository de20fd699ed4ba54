// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import io.quorate.api.text.Printable;

/** Thrown when a lock could not be acquired. The subclass tells why. Nothing is held. */
public abstract class LockFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The lock; empty if the failure is not about one lock. */
    private final String lockName;

    LockFailedException(String lockName, String message) {
        super(Printable.of(message)); // with names from outside
        this.lockName = lockName;
    }

    /** {@return the name of the lock; empty if the failure is not about one lock} */
    public String lockName() {
        return lockName;
    }
}
