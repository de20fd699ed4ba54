// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import io.quorate.api.text.Printable;

/**
 * Thrown when the caller has lost the lock: another holder may have worked at the same time. Thrown by {@code unlock}, by a
 * re-entrant {@code lock} of a thread whose hold was lost, and by {@link Locks#run} and {@link Locks#call} after the body.
 */
public final class LockLostException extends IllegalMonitorStateException {
    private static final long serialVersionUID = 1L;

    /** Why the lock was lost. */
    private final LossReason reason;

    /**
     * Creates the exception.
     *
     * @param lockName the lock
     * @param reason why it was lost
     */
    public LockLostException(String lockName, LossReason reason) {
        super("The lock \"" + Printable.of(lockName) + "\" was lost before it was released, because " + reason.because()
                + ". Treat the work done under it as unprotected: check it, or do it again.");
        this.reason = reason;
    }

    /** {@return why the lock was lost} */
    public LossReason reason() {
        return reason;
    }
}
