// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** Thrown when the {@link Locks} can no longer be used: {@link Locks#close()} was called, or the node has failed. */
public final class LocksClosedException extends LockFailedException {
    private static final long serialVersionUID = 1L;

    private LocksClosedException(String lockName, String why) {
        super(lockName, "The lock \"" + lockName + "\" cannot be acquired: " + why);
    }

    /**
     * {@link Locks#close()} was called.
     *
     * @param lockName the lock
     * @return the exception
     */
    public static LocksClosedException byOwner(String lockName) {
        return new LocksClosedException(lockName, "these Locks were closed. Join the cluster again with Locks.join.");
    }

    /**
     * The process is shutting down, so the node takes no more locks.
     *
     * @param lockName the lock
     * @return the exception
     */
    public static LocksClosedException byShutdown(String lockName) {
        return new LocksClosedException(
                lockName,
                "this process is shutting down, so its node takes no more locks. Open holds stay until they are closed.");
    }

    /**
     * The node has failed.
     *
     * @param lockName the lock
     * @param why the reason, as in {@link LockStatistics#failure()}
     * @return the exception
     */
    public static LocksClosedException byFailure(String lockName, String why) {
        return new LocksClosedException(
                lockName, "this node has ended, because " + why + ". See its log, then join the cluster again.");
    }
}
