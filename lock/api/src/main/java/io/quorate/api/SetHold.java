// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** The holds of all locks of a {@link LockSet}. The handle owns them, not the thread. It is valid while all locks are held. */
public interface SetHold extends AutoCloseable {
    /** {@return the names of the locks, in the order in which they were taken} */
    List<String> names();

    /**
     * Returns the {@link Hold#fence() fencing token} of one of the locks.
     *
     * @param name the lock
     * @return its fencing token
     * @throws IllegalArgumentException if the set has no lock with this name
     */
    long fence(String name);

    /** {@return whether all locks are held now, by the clock; sends no message} */
    boolean isValid();

    /** {@return how long all locks stay held without further contact with the voters: the shortest of all} */
    Duration validFor();

    /**
     * Registers a listener for the first loss among the locks. It is called once; at once if a lock is already lost, never if the set
     * is closed first. The other locks are still held then: close the set.
     *
     * @param listener receives the name of the lock and the reason of the loss
     * @return removes the listener when it is closed
     */
    Registration onLost(BiConsumer<String, LossReason> listener);

    /**
     * Interrupts the current thread when a lock is lost, as {@link Hold#interruptOnLoss()} does.
     *
     * @return this hold
     */
    SetHold interruptOnLoss();

    /** Releases all locks. Never throws; a second call does nothing. */
    @Override
    void close();

    /** {@return the outcome of the set: {@link Hold.Outcome#WAS_LOST} if a lock was lost before the set was closed} */
    Hold.Outcome outcome();
}
