// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.function.Consumer;

/** A permit of a {@link DistributedSemaphore}. The handle owns it, not the thread: any thread may close it. */
public interface Permit extends AutoCloseable {
    /** {@return the number of this permit, 1 to {@link DistributedSemaphore#permits()}; two valid permits never have the same number} */
    int number();

    /**
     * Returns the {@link Hold#fence() fencing token} of the lock behind this permit. Compare it only with tokens of permits with the
     * same {@link #number()}.
     *
     * @return the fencing token
     */
    long fence();

    /** {@return whether the permit is held now, by the clock; sends no message} */
    boolean isValid();

    /** {@return how long the permit stays valid without further contact with the voters; zero if it is no longer held} */
    Duration validFor();

    /**
     * Registers a listener for the loss of the permit, as {@link Hold#onLost} does.
     *
     * @param listener receives the reason of the loss
     * @return removes the listener when it is closed
     */
    Registration onLost(Consumer<LossReason> listener);

    /** Gives the permit back. Never throws; a second call does nothing. */
    @Override
    void close();

    /** {@return whether the permit is open, was released, or was lost} */
    Hold.Outcome outcome();
}
