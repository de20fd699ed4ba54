// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A lock that is held. The handle owns the lock, not the thread: any thread may close it. A second acquisition of the same lock
 * waits until this hold is closed, on the same thread too.
 *
 * <p>The node renews the hold in the background while it reaches a quorum of voters. Without a quorum the hold expires by the
 * node's own clock ({@link LocksConfig#lease}), before any voter grants the lock to another node. A process that is paused after
 * {@link #isValid()} can still write late: send {@link #fence()} with each write, and let the store reject lower fencing tokens.
 */
public interface Hold extends AutoCloseable {
    /** The state of a hold. */
    enum Outcome {
        /** Not closed yet. */
        OPEN,
        /** The lock was held until {@link Hold#close()}. */
        RELEASED,
        /** The lock was lost before {@link Hold#close()}. */
        WAS_LOST
    }

    /** {@return the name of the lock} */
    String lockName();

    /** {@return how the lock is held} */
    LockMode mode();

    /**
     * Returns the fencing token: a number above those of all earlier holds of this lock that conflict with this one. That is true
     * for all nodes, and over crashes and restarts. Two {@link LockMode#SHARED} holds do not conflict: their tokens may be equal or
     * in any order.
     *
     * @return the fencing token
     * @throws UnsupportedOperationException if the protocol of the cluster has no fencing tokens
     */
    long fence();

    /**
     * Tells whether the lock is held now. It reads the clock and sends no message, so it is correct right after a pause of the
     * process, even before {@link #onLost} is called. After a pause it may briefly return false although the lock was not lost.
     *
     * @return true if the lock is held now
     */
    boolean isValid();

    /**
     * Returns how long the hold stays valid without further contact with the voters. The node extends it in the background.
     *
     * @return the remaining time; zero if the lock is no longer held, 292 years if holds do not expire in this protocol
     */
    Duration validFor();

    /**
     * Tells whether this hold survives the crash of any {@link LocksConfig#spareVotes} nodes. A hold that others wait for gets spare
     * votes after a tenth of the lease. A hold without waiters has none: after a crash it gets votes from other voters.
     *
     * @return true while the spare votes are granted
     */
    boolean hasSpareVotes();

    /**
     * Registers a listener for the loss of the lock. It is called at once if the lock is already lost, and never if the hold is
     * closed first. It runs on threads that only deliver losses, so no other callback delays it. It is called before another node
     * gets the lock, unless this process is paused or starved at that moment.
     *
     * @param listener receives the reason of the loss
     * @return removes the listener when it is closed
     */
    Registration onLost(Consumer<LossReason> listener);

    /**
     * Registers a listener for requests to release the lock, as {@code quorate release} sends them. A request does not end the hold:
     * the listener decides. It runs on {@link LocksConfig#callbackExecutor}, once for each request.
     *
     * @param listener receives a text that says who asks
     * @return removes the listener when it is closed
     */
    Registration onReleaseRequested(Consumer<String> listener);

    /**
     * Interrupts the current thread when the lock is lost; at once if it is already lost. After {@link #close()} has returned, this
     * hold interrupts nothing.
     *
     * @return this hold
     */
    Hold interruptOnLoss();

    /**
     * Restarts {@link AcquireOptions#atLeast(Duration)} and {@link AcquireOptions#atMost(Duration)} from now. A time that the options
     * do not have no longer applies. The lock stays held, with the same fencing token. A timeout in the options is ignored.
     *
     * @param options the new times
     * @return false if the hold is closed or lost; then nothing has changed
     */
    boolean extend(AcquireOptions options);

    /**
     * Ends the hold and releases the lock. With {@link AcquireOptions#atLeast(Duration)} the node keeps the lock until that time is
     * over. Never throws; a second call does nothing. {@link #outcome()} tells whether the lock was held until now.
     */
    @Override
    void close();

    /** {@return whether the hold is open, was released, or was lost} */
    Outcome outcome();

    /** {@return why the lock was lost; empty if it was not lost, or was closed first} */
    Optional<LossReason> lossReason();
}
