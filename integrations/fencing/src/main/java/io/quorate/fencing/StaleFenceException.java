package io.quorate.fencing;

/** A holder that has lost its lock tried to write: a later holder has written already. Roll the transaction back. */
public final class StaleFenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String lockName;
    private final long fence;
    private final long newest;

    StaleFenceException(String lockName, long fence, long newest) {
        super("The lock \"" + lockName + "\" was lost: fence " + fence + " is older than " + newest
                + ", which has written already. Roll back, and take the lock again before you repeat the work.");
        this.lockName = lockName;
        this.fence = fence;
        this.newest = newest;
    }

    public String lockName() {
        return lockName;
    }

    /** The fence that was refused. */
    public long fence() {
        return fence;
    }

    /** The highest fence that has written. */
    public long newest() {
        return newest;
    }
}
