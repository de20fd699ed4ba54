package io.quorate.node.turn;

import io.quorate.node.time.TimerWheel;
import java.time.Duration;

/**
 * How long a claim waits for its lock.
 *
 * @param attempt whether it gives up at once where it can be seen that others have the lock
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
