// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.TimerName;
import java.time.Duration;

/** The timers of a machine. The channels of these protocols may lose anything, so everything is said again in the end. */
public enum DhtTimer implements TimerName {
    /** Some replica has not answered: it is looked for again. */
    ASK_AGAIN(Duration.ofMillis(500)),

    /** All have answered, and the lock is not ours yet: something that they said since may be lost. */
    LOOK_AGAIN(Duration.ofSeconds(2)),

    /** A vote is given: its owner may be done, and its Release lost. */
    REMIND(Duration.ofSeconds(2)),

    /** An Enqueue was not answered: its destination is gone, or it is lost. */
    NOT_ENQUEUED(Duration.ofMillis(500)),

    /** The queue that we stand in does not move: its owner may be gone. */
    PATIENCE(Duration.ofSeconds(2)),

    /** The assumed holder does not have the lock: we try again, not all at the same time. */
    BACK_OFF(Duration.ofMillis(100)),

    /** A Token was not acknowledged: who should have the lock is gone, or it is lost. */
    PASS_ON(Duration.ofMillis(500)),

    /** Hints of who has the lock are old: they may be wrong by now. */
    HINTS(Duration.ofSeconds(5)),

    /** Something is remembered of requests that have passed: their requesters may be gone, or have taken another route since. */
    FORGET_THE_WAY(Duration.ofSeconds(5)),

    /** As the protocols are printed: nobody has a majority, and votes are given back, or asked for again, after a random time. */
    YIELD(Duration.ofMillis(50));

    private final Duration delay;

    DhtTimer(Duration delay) {
        this.delay = delay;
    }

    @Override
    public boolean outlastsRoutes() {
        return this != YIELD;
    }

    @Override
    public boolean outlastsLeases() {
        return this == BACK_OFF || this == NOT_ENQUEUED;
    }

    @Override
    public boolean isForCrashesOnly() {
        return this == LOOK_AGAIN || this == REMIND || this == PATIENCE || this == FORGET_THE_WAY;
    }

    /** Up to as long again at random: nodes that ask at the same time should not do so forever. */
    public void start(Outbox<DhtMessage> out) {
        out.startTimer(this, delay, delay);
    }

    /** After this multiple of the usual delay. */
    public void start(int times, Outbox<DhtMessage> out) {
        out.startTimer(this, delay.multipliedBy(times), delay);
    }

    public void stop(Outbox<DhtMessage> out) {
        out.stopTimer(this);
    }
}
