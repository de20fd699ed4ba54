package io.quorate.api;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A lock that is held. The handle owns the lock, no thread does: whoever has the handle may close it, on any thread, and
 * taking the same lock again while it is open waits for it, on the same thread too.
 *
 * <p>A hold lasts as long as its node hears from enough voters, and ends by the node's own clock ({@link
 * LocksConfig#lease}) before any voter gives the lock to somebody else. A program that was stopped at a bad moment may
 * nevertheless do one more thing under a hold that is over; where that would do harm, send {@link #fence()} along, and have
 * the receiver refuse what has a lower one than it has seen.
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

    /**
     * A number that is higher than that of every hold of this lock before with which it could not have been shared, whichever
     * node had it and whatever crashed since. The fences of two shared holds say nothing about each other: they may even be
     * the same. Throws {@link UnsupportedOperationException} if the protocol of the cluster has none.
     */
    long fence();

    /**
     * Whether the lock is held now. Asks the clock, nobody else: a thread that was stopped for long learns the truth from it,
     * even before {@link #onLost} is called. Right after such a pause it may be false for a moment although the lock was not
     * lost: it errs on the safe side.
     */
    boolean isValid();

    /**
     * For how long the lock stays held although nothing more is heard from the voters; zero if it is held no longer. While they
     * answer, it is extended again and again. 292 years where holds do not run out.
     */
    Duration validFor();

    /**
     * Whether this hold has its spare votes now: then the crash of any node, or of as many as {@link LocksConfig#spareVotes}
     * says, does not cost it. A hold that nobody waits for has none, for it gets others when a node crashes; one that somebody
     * waits for gets them when it has lasted for a tenth of the lease.
     */
    boolean hasSpareVotes();

    /**
     * Calls the listener when the lock is lost; at once if it was lost already, never if it is closed first. Threads that do
     * nothing else call it, so no other callback of the application delays it. Unless this process is stopped or starved just
     * then, that is before anybody else gets the lock.
     *
     * @return removes the listener when it is closed
     */
    Registration onLost(Consumer<LossReason> listener);

    /**
     * Calls the listener, where callbacks run ({@link LocksConfig#callbackExecutor}), each time that somebody asks for the lock to be given back, as an
     * operator does by {@code quorate release}. It is a wish and no more: the hold goes on until it is closed.
     *
     * @param listener told who asks, in words
     * @return removes the listener when it is closed
     */
    Registration onReleaseRequested(Consumer<String> listener);

    /**
     * Interrupts the current thread when the lock is lost; at once if it was lost already. Once {@link #close()} has returned
     * it is never interrupted for the sake of this hold.
     *
     * @return this hold
     */
    Hold interruptOnLoss();

    /**
     * Counts the times of the options anew, from now: {@link AcquireOptions#atLeast(Duration)} and {@link
     * AcquireOptions#atMost(Duration)} replace those that the hold had, and what the options leave out ends. The lock is not
     * given back in between, and the fence stays. A timeout in the options means nothing here.
     *
     * @return false if the hold is closed or lost, by the clock too; then nothing has changed
     */
    boolean extend(AcquireOptions options);

    /**
     * Ends the hold. Never throws; a second call does nothing. {@link #outcome()} says whether it was still held. The lock is
     * given back at once, or when {@link AcquireOptions#atLeast(Duration)} is over: until then the node keeps it.
     */
    @Override
    void close();

    Outcome outcome();

    /** Why the lock was lost, by the clock too; empty if it was not, or was closed first. */
    Optional<LossReason> lossReason();
}
