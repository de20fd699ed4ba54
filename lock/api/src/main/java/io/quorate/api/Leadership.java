// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;

/** One term of one leader. */
public interface Leadership {
    /**
     * Returns the number of the term: the {@link Hold#fence() fencing token} of the lock, above those of all earlier terms. Send it
     * with each write of the leader, and let the store reject lower numbers.
     *
     * @return the number of this term
     */
    long term();

    /** {@return whether this term goes on now, by the clock; sends no message} */
    boolean isValid();

    /** {@return how long the term stays valid without further contact with the voters; zero if it is over} */
    Duration validFor();
}
