package io.quorate.core.model;

/**
 * The logical clock of a node, shared by all its locks. It must not belong to one lock: a lock that is forgotten while
 * idle would take its clock with it, and come back with stamps older than those it has given away.
 */
public final class LamportClock {
    /** No honest clock comes near; a frame that claims more is refused. */
    public static final long COUNTER_MAX = 1L << 60;

    private long counter;

    /** A clock that has seen nothing. */
    public LamportClock() {
        this(0);
    }

    public LamportClock(long counter) {
        this.counter = counter;
    }

    /** A counter greater than every one seen or given before. */
    public long tick() {
        Invariant.hold(counter < COUNTER_MAX, "the logical clock is not worn out");
        return ++counter;
    }

    /** Learns of a counter that another node has reached. */
    public void observe(long seen) {
        if (seen > counter) {
            counter = seen;
        }
    }

    public long counter() {
        return counter;
    }
}
