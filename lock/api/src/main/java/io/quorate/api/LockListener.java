// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;

/**
 * Receives the outcome of every acquisition on this node, for metrics ({@link Locks#addListener}). It is called on the thread that
 * brought the outcome, which other threads may wait for: return quickly, and do not acquire locks. Exceptions are logged.
 */
public interface LockListener {
    /** The outcome of an acquisition. */
    enum Outcome {
        /** The lock was granted. */
        ACQUIRED,
        /** The lock was not granted within the timeout. */
        TIMED_OUT,
        /** No quorum could be reached. */
        UNAVAILABLE,
        /** The caller was interrupted, or cancelled the request. */
        ABANDONED,
        /** A limit of the node was reached, or its certificate does not allow this lock. */
        REFUSED,
        /** The node was closed. */
        CLOSED
    }

    /**
     * An acquisition has ended.
     *
     * @param lockName the lock
     * @param mode how the lock was requested
     * @param outcome how the acquisition ended
     * @param waited the time from the call to the outcome
     */
    default void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {}

    /**
     * A lock was released.
     *
     * @param lockName the lock
     * @param mode how the lock was held
     * @param held the time from the grant to the release
     */
    default void released(String lockName, LockMode mode, Duration held) {}

    /**
     * A lock was lost before its release.
     *
     * @param lockName the lock
     * @param mode how the lock was held
     * @param held the time from the grant to the loss
     * @param reason why the lock was lost
     */
    default void lost(String lockName, LockMode mode, Duration held, LossReason reason) {}
}
