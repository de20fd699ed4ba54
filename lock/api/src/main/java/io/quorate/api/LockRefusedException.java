package io.quorate.api;

/** The node would not even ask for the lock, because a limit is reached that protects it. The message says which. */
public final class LockRefusedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    public LockRefusedException(String lockName, String message) {
        super(lockName, message);
    }
}
