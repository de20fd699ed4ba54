// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Mode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lock that stands: who may use it again, and how long it has stood unused. The timer is not started again at each use, so that a use costs nothing. */
final class IdleTime {
    /** A lock that stands, and was not used for so long, is given back. */
    private static final Duration LENGTH = Duration.ofSeconds(2);

    private boolean runs;
    private boolean usedSince;

    /** G1: the same mode only. A reader that used the votes of a writer would keep out the readers of all other nodes. */
    @Guard("G1")
    static boolean mayBeUsedAgain(@Nullable Mode standing, Mode wanted) {
        return standing == wanted;
    }

    /** The lock stands; if the timer runs already it goes on. */
    void begin(Outbox<QuorumLockMessage> out) {
        if (!runs) {
            runs = true;
            usedSince = false;
            out.startTimer(QuorumLockTimer.IDLE, LENGTH, Duration.ZERO);
        }
    }

    void used() {
        usedSince = true;
    }

    /** The timer has run out; whether the lock was not used meanwhile. */
    boolean ends() {
        runs = false;
        return !usedSince;
    }

    void stop(Outbox<QuorumLockMessage> out) {
        if (runs) {
            runs = false;
            out.stopTimer(QuorumLockTimer.IDLE);
        }
    }

    void copyFrom(IdleTime other) {
        runs = other.runs;
        usedSince = other.usedSince;
    }

    void describeTo(StateWriter writer) {
        writer.flag("idleTime", runs);
        writer.flag("used", runs && usedSince);
    }
}
