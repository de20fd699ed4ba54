package io.quorate.api;

/** These locks can be used no more: {@link Locks#close()} was called, or the node has stopped because of a bug. */
public final class LocksClosedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private LocksClosedException(String lockName, String why) {
        super(lockName, "The lock \"" + lockName + "\" cannot be had: " + why);
    }

    public static LocksClosedException byOwner(String lockName) {
        return new LocksClosedException(lockName, "these Locks were closed. Join the cluster again with Locks.join.");
    }

    public static LocksClosedException byFailure(String lockName) {
        return new LocksClosedException(
                lockName,
                "this node has met a bug and stopped, as its log tells. Report it, and stop all nodes before you start this"
                        + " one again.");
    }
}
