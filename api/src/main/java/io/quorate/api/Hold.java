package io.quorate.api;

import java.util.function.Consumer;

/**
 * A lock that is held. The handle owns the lock, no thread does: whoever has the handle may close it, on any thread, and
 * taking the same lock again while it is open waits for it, on the same thread too.
 */
public interface Hold extends AutoCloseable {
    /** What became of a hold. */
    enum Outcome {
        /** Not closed yet. */
        OPEN,
        /** The lock was held until it was closed. */
        RELEASED,
        /** The lock was lost before it was closed. */
        WAS_LOST
    }

    String lockName();

    LockMode mode();

    /** Whether the lock is held now, as far as this node knows. */
    boolean isValid();

    /**
     * Calls the listener when the lock is lost, on a thread of the library; at once if it was lost already, never if it is
     * closed first.
     */
    void onLost(Consumer<LossReason> listener);

    /**
     * Calls the listener, on a thread of the library, each time that somebody asks for the lock to be given back, as an
     * operator does by {@code quorate release}. It is a wish and no more: the hold goes on until it is closed.
     *
     * @param listener told who asks, in words
     */
    void onReleaseRequested(Consumer<String> listener);

    /** Gives the lock back. Never throws; a second call does nothing. {@link #outcome()} says whether it was still held. */
    @Override
    void close();

    Outcome outcome();
}
