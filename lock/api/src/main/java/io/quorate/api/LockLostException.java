package io.quorate.api;

import io.quorate.api.text.Printable;

/**
 * The caller had the lock and lost it: what was done since may have run beside somebody else. Thrown by {@code unlock}, and
 * by a re-entrant {@code lock} of a thread whose hold was lost, and by {@link Locks#run} and {@link Locks#call} after the body.
 */
public final class LockLostException extends IllegalMonitorStateException {
    private static final long serialVersionUID = 1L;

    private final LossReason reason;

    public LockLostException(String lockName, LossReason reason) {
        super("The lock \"" + Printable.of(lockName) + "\" was lost before it was released, because " + reason.because()
                + ". Treat the work done under it as unprotected: check it or do it again.");
        this.reason = reason;
    }

    public LossReason reason() {
        return reason;
    }
}
