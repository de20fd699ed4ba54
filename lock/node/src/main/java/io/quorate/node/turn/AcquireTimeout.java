package io.quorate.node.turn;

import io.quorate.node.time.TimerWheel;
import java.time.Duration;

/**
 * How long a claim waits for its lock.
 *
 * @param attempt whether it wants the lock now or not at all: it is over as soon as somebody is known to hold it (B3)
 */
public record AcquireTimeout(long nanos, boolean attempt) {
    public static final AcquireTimeout ENDLESS = new AcquireTimeout(TimerWheel.NEVER, false);

    public static AcquireTimeout of(Duration duration) {
        return new AcquireTimeout(NodeSettings.nanos(duration), false);
    }

    /** Just long enough for the answers of other nodes. */
    public static AcquireTimeout attempt(Duration duration) {
        return new AcquireTimeout(NodeSettings.nanos(duration), true);
    }
}
