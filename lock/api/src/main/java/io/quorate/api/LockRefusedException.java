// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/**
 * Thrown when the node refuses the request: a limit that protects the node is reached, or the certificate of this guest does not
 * allow this lock. The message says which.
 */
public final class LockRefusedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param lockName the lock
     * @param message what happened and what to do
     */
    public LockRefusedException(String lockName, String message) {
        super(lockName, message);
    }
}
