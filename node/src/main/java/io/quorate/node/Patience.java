package io.quorate.node;

import java.time.Duration;

/**
 * How long a claim waits.
 *
 * @param attempt whether it gives up at once where it can be seen that others have the lock
 */
record Patience(long nanos, boolean attempt) {
    static final Patience ENDLESS = new Patience(TimerWheel.NEVER, false);

    static Patience of(Duration duration) {
        return new Patience(NodeSettings.nanos(duration), false);
    }

    /** Just long enough for the answers of other nodes. */
    static Patience attempt(Duration duration) {
        return new Patience(NodeSettings.nanos(duration), true);
    }
}
