package io.quorate.api;

/**
 * The lock was refused: a limit is reached that protects the node, or the certificate of this guest does not allow this lock. The
 * message says which.
 */
public final class LockRefusedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    public LockRefusedException(String lockName, String message) {
        super(lockName, message);
    }
}
