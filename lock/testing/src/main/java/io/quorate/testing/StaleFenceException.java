package io.quorate.testing;

/** A {@link FencedRecorder} has refused a write: a later holder of the lock has written before. */
public final class StaleFenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long fence;
    private final long highest;

    public StaleFenceException(String lockName, long fence, long highest) {
        super("The store has refused a write under the lock \"" + lockName + "\" with fence " + fence
                + ": a later holder has written with fence " + highest
                + ". The lock was lost before this write: give up the work, or take the lock and do it again.");
        this.fence = fence;
        this.highest = highest;
    }

    /** The fence of the write. */
    public long fence() {
        return fence;
    }

    /** The highest fence that the store has seen. */
    public long highest() {
        return highest;
    }
}
