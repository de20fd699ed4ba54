// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.TimerName;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import java.time.Duration;

/** The time-outs of section 7. */
enum PracticeTimer implements TimerName {
    /**
     * Footnote 4: a round trip, and a guess of how long anybody stays inside. Too short a guess does no harm: a node that is up says so.
     */
    REPLY_LATE(Duration.ofSeconds(5), false, true),

    /** Footnote 5: a round trip; a node that has not answered by then has failed. */
    NO_ANSWER(Duration.ofSeconds(5), true, false),

    /** The same for a sponsor that has promised to insert this node. */
    LIST_LATE(Duration.ofSeconds(10), true, true),

    /** Section 7.2.3, d: "until all nodes would have time to enter and leave their critical sections". */
    ALL_HAVE_BEEN_INSIDE(Duration.ofMinutes(1), true, false),

    /**
     * Section 7.2.1: "long enough to be sure its old messages were delivered and the network processed its removal". That is one way
     * for the old messages, and one way for the word that it failed: a round trip, as in footnote 5.
     */
    RESTART_INTERVAL(Duration.ofSeconds(5), true, false);

    private final Duration delay;
    private final boolean outlastsRoundTrip;
    private final boolean isForCrashesOnly;

    PracticeTimer(Duration delay, boolean outlastsRoundTrip, boolean isForCrashesOnly) {
        this.delay = delay;
        this.outlastsRoundTrip = outlastsRoundTrip;
        this.isForCrashesOnly = isForCrashesOnly;
    }

    @Override
    public boolean outlastsRoundTrip() {
        return outlastsRoundTrip;
    }

    @Override
    public boolean outlastsHolds() {
        return this == ALL_HAVE_BEEN_INSIDE;
    }

    @Override
    public boolean isForCrashesOnly() {
        return isForCrashesOnly;
    }

    void start(Outbox<RicartAgrawalaMessage> out) {
        out.startTimer(this, delay, Duration.ZERO);
    }

    void stop(Outbox<RicartAgrawalaMessage> out) {
        out.stopTimer(this);
    }
}
