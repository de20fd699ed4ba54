package io.quorate.fencing;

import java.nio.file.Path;

/** A holder that has lost its lock tried to write: a later holder has written already. Nothing of the late write may stay. */
public final class StaleFenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String resource;
    private final long fence;
    private final long newest;

    private StaleFenceException(String message, String resource, long fence, long newest) {
        super(message);
        this.resource = resource;
        this.fence = fence;
        this.newest = newest;
    }

    static StaleFenceException ofLock(String lockName, long fence, long newest) {
        return new StaleFenceException(
                "The lock \"" + lockName + "\" was lost: " + comparison(fence, newest)
                        + " Roll back, and take the lock again before you repeat the work.",
                lockName,
                fence,
                newest);
    }

    static StaleFenceException ofFile(Path file, long fence, long newest) {
        return new StaleFenceException(
                "The lock of " + file + " was lost: " + comparison(fence, newest)
                        + " The file is as it was. Take the lock again, and read the file, before you repeat the work.",
                file.toString(),
                fence,
                newest);
    }

    private static String comparison(long fence, long newest) {
        return "fence " + fence + " is older than " + newest + ", which has written already.";
    }

    /** The lock whose fence was too old, or the file that was not written. */
    public String resource() {
        return resource;
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
