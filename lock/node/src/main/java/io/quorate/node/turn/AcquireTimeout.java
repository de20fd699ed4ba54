// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.node.time.TimerWheel;
import java.time.Duration;

/**
 * How long a claim waits for its lock.
 *
 * @param nanos after so long it gives up, if it is known that somebody holds the lock
 * @param answersNanos otherwise after so long, in which the answers of other nodes should have come; at least as long (B4)
 */
public record AcquireTimeout(long nanos, long answersNanos) {
    public static final AcquireTimeout ENDLESS = new AcquireTimeout(TimerWheel.NEVER, TimerWheel.NEVER);

    public AcquireTimeout {
        answersNanos = Math.max(nanos, answersNanos);
    }

    /** So long at most. */
    public static AcquireTimeout of(Duration duration) {
        return of(duration, Duration.ZERO);
    }

    /** So long; but on a free lock long enough for the answers of other nodes, so that a short wait does not get less than none. */
    public static AcquireTimeout of(Duration duration, Duration answers) {
        return new AcquireTimeout(Math.max(0, NodeSettings.nanos(duration)), NodeSettings.nanos(answers));
    }

    /** Now or not at all. */
    boolean isNow() {
        return nanos == 0;
    }
}
