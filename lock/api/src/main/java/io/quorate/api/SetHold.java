package io.quorate.api;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** All locks of a {@link LockSet}, held. The handle owns them, no thread does. It is valid while every one of them is. */
public interface SetHold extends AutoCloseable {
    /** The names of the locks, in the order in which they were taken. */
    List<String> names();

    /**
     * The {@link Hold#fence() fence} of one of the locks. Throws {@link IllegalArgumentException} if the set has no lock with this
     * name.
     */
    long fence(String name);

    /** Whether all locks are held now. Asks the clock and nobody else. */
    boolean isValid();

    /** For how long all locks stay held although nothing more is heard from the voters: the minimum of all. */
    Duration validFor();

    /**
     * Calls the listener once, with the name of the lock, when the first of the locks is lost; at once if one was lost already,
     * never if the set is closed first. The other locks are still held then: close the set.
     *
     * @return removes the listener when it is closed
     */
    Registration onLost(BiConsumer<String, LossReason> listener);

    /** Interrupts the current thread when a lock is lost, as {@link Hold#interruptOnLoss()} does. Returns this hold. */
    SetHold interruptOnLoss();

    /** Gives all locks back. Never throws; a second call does nothing. */
    @Override
    void close();

    /** What became of the locks: {@link Hold.Outcome#WAS_LOST} if one of them was lost before the set was closed. */
    Hold.Outcome outcome();
}
