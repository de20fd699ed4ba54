// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import java.nio.file.Path;

/** Thrown for the late write of a holder that has lost its lock: a later holder has already written. Undo the late work. */
public final class StaleFenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The lock, or the file. */
    private final String resource;
    /** The rejected fencing token. */
    private final long fence;
    /** The highest fencing token that has written. */
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

    /** {@return the lock whose fencing token was too old, or the file that was not written} */
    public String resource() {
        return resource;
    }

    /** {@return the rejected fencing token} */
    public long fence() {
        return fence;
    }

    /** {@return the highest fencing token that has written} */
    public long newest() {
        return newest;
    }
}
