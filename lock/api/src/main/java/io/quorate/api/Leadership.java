package io.quorate.api;

import java.time.Duration;

/** One term of one leader. */
public interface Leadership {
    /**
     * The number of the term: the {@link Hold#fence() fence} of the lock. It is higher than that of every term before. Send it along
     * with what the leader writes, and let the receiver refuse lower numbers.
     */
    long term();

    /** Whether this term goes on. Asks the clock and nobody else. */
    boolean isValid();

    /** For how long it goes on although nothing more is heard from the voters; zero if it is over. */
    Duration validFor();
}
