// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

/**
 * A message of an algorithm. Each algorithm has its own sealed family of records, and {@code toString} is how the message
 * stands in transcripts and drawings: the kind first, then what matters, as in {@code Request 3.n1}.
 */
public interface Message {
    /** The word that messages are counted and coloured by. */
    default String kind() {
        return getClass().getSimpleName();
    }

    /** Whether the receiver answers at once. The time until the answer then measures how fast the receiver is. */
    default boolean wantsAnswer() {
        return false;
    }

    /** Whether the copies of it that go to all nodes are one transmission, and count as one message. */
    default boolean isBroadcast() {
        return false;
    }
}
