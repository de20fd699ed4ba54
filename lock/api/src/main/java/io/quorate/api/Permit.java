package io.quorate.api;

import java.time.Duration;
import java.util.function.Consumer;

/** One permit of a {@link DistributedSemaphore}. The handle owns it, no thread does. */
public interface Permit extends AutoCloseable {
    /** Which of the permits this is: from 1 to {@link DistributedSemaphore#permits()}. No two valid permits have the same number. */
    int number();

    /**
     * The {@link Hold#fence() fence} of the lock behind this permit. Compare it only with the fences of permits of the same
     * {@link #number()}.
     */
    long fence();

    /** Whether the permit is held now. Asks the clock and nobody else. */
    boolean isValid();

    /** For how long it stays held although nothing more is heard from the voters; zero if it is held no longer. */
    Duration validFor();

    /**
     * Calls the listener when the permit is lost, as {@link Hold#onLost} does.
     *
     * @return removes the listener when it is closed
     */
    Registration onLost(Consumer<LossReason> listener);

    /** Gives the permit back. Never throws; a second call does nothing. */
    @Override
    void close();

    /** What became of the permit. */
    Hold.Outcome outcome();
}
