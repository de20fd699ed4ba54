package io.quorate.node;

import java.time.Duration;

/**
 * How long a claim waits for its lock.
 *
 * @param attempt whether it gives up at once where it can be seen that others have the lock
 */
record AcquireTimeout(long nanos, boolean attempt) {
    static final AcquireTimeout ENDLESS = new AcquireTimeout(TimerWheel.NEVER, false);

    static AcquireTimeout of(Duration duration) {
        return new AcquireTimeout(NodeSettings.nanos(duration), false);
    }

    /** Just long enough for the answers of other nodes. */
    static AcquireTimeout attempt(Duration duration) {
        return new AcquireTimeout(NodeSettings.nanos(duration), true);
    }
}
