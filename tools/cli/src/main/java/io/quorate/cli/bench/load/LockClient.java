// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.time.Duration;

/** A client of any contestant: locks by name, acquired and released on the same thread. */
public interface LockClient extends AutoCloseable {
    /** A lock that is held. */
    interface Held {
        void release() throws Exception;
    }

    /** Waits for the lock; an exception if it did not come in time, or could not come at all. */
    Held acquire(String name, Duration timeout) throws Exception;

    /** A note for readers of the figures, in a few words. */
    String settings();

    @Override
    void close();

    /** How each contestant says that the lock did not come in time. */
    final class NotInTimeException extends Exception {
        private static final long serialVersionUID = 1L;

        public NotInTimeException(String name, Duration timeout) {
            super("The lock " + name + " did not come within " + timeout + ".");
        }
    }
}
