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

    /** Whether whoever gets it answers at once, be it that there is nothing new: then the time until the answer tells how fast it is. */
    default boolean wantsAnswer() {
        return false;
    }

    /** Whether the copies of it that go to all nodes are one transmission, and count as one message. */
    default boolean isBroadcast() {
        return false;
    }
}
