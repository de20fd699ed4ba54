// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

/** Thrown by a {@link FencedRecorder} that rejects a late write: a later holder of the lock has already written. */
public final class StaleFenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The fencing token of the write. */
    private final long fence;
    /** The highest token that the store has seen. */
    private final long highest;

    /**
     * Creates the exception.
     *
     * @param lockName the lock
     * @param fence the fencing token of the write
     * @param highest the highest token that the store has seen
     */
    public StaleFenceException(String lockName, long fence, long highest) {
        super("The store has rejected a write under the lock \"" + lockName + "\" with fence " + fence
                + ": a later holder has written with fence " + highest
                + ". The lock was lost before this write: stop the work, or take the lock and do it again.");
        this.fence = fence;
        this.highest = highest;
    }

    /** {@return the fencing token of the write} */
    public long fence() {
        return fence;
    }

    /** {@return the highest fencing token that the store has seen} */
    public long highest() {
        return highest;
    }
}
