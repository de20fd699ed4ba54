package io.quorate.api;

/** These locks can be used no more: {@link Locks#close()} was called, or the node has ended by itself. */
public final class LocksClosedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private LocksClosedException(String lockName, String why) {
        super(lockName, "The lock \"" + lockName + "\" cannot be had: " + why);
    }

    public static LocksClosedException byOwner(String lockName) {
        return new LocksClosedException(lockName, "these Locks were closed. Join the cluster again with Locks.join.");
    }

    /** The process is shutting down, so the node takes no more locks. */
    public static LocksClosedException byShutdown(String lockName) {
        return new LocksClosedException(
                lockName,
                "this process is shutting down, so its node takes no more locks. Open holds stay until they are closed.");
    }

    /** The node has ended by itself, for the reason that {@link LockStatistics#failure()} gives. */
    public static LocksClosedException byFailure(String lockName, String why) {
        return new LocksClosedException(
                lockName, "this node has ended, because " + why + ". Its log tells more. Join the cluster again.");
    }
}
