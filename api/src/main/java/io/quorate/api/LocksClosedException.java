package io.quorate.api;

/** {@link Locks#close()} was called: these locks can be used no more. */
public final class LocksClosedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    public LocksClosedException(String lockName) {
        super(
                lockName,
                "The lock \"" + lockName + "\" cannot be had: these Locks were closed. Join the cluster again with"
                        + " Locks.join.");
    }
}
