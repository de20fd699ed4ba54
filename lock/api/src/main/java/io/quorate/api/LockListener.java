package io.quorate.api;

import java.time.Duration;

/**
 * Hears what becomes of the locks that one node asks for; for metrics ({@link Locks#addListener}). It is called on whichever
 * thread brought the news about, often one that others wait for: it must be quick, and must not ask for locks. What it throws is
 * logged.
 */
public interface LockListener {
    /** What an attempt to get a lock led to. */
    enum Outcome {
        ACQUIRED,
        /** Others held it all the time. */
        TIMED_OUT,
        /** Too few nodes could be reached. */
        UNAVAILABLE,
        /** The caller was interrupted, or cancelled. */
        ABANDONED,
        /** A limit of the node was reached, or its certificate does not allow this lock. */
        REFUSED,
        /** The node was closed. */
        CLOSED
    }

    /** Somebody of this node has asked for a lock, and the answer came after so long. */
    default void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {}

    /** A lock was given back. */
    default void released(String lockName, LockMode mode, Duration held) {}

    /** A lock was lost before it was given back. */
    default void lost(String lockName, LockMode mode, Duration held, LossReason reason) {}
}
