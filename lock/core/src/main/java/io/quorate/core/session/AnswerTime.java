// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import java.time.Duration;

/**
 * H1: how long a voter takes to answer. One frame at a time is watched, so that nothing is kept for each request; it is slow when that
 * frame is out for much longer than usual, and no longer slow after some answers in time.
 */
final class AnswerTime {
    /** Nobody is called slow within this time. */
    static final long LEAST_NANOS = Duration.ofMillis(2).toNanos();

    /** So long a first answer may take, before anything is known of the voter. */
    static final long FIRST_NANOS = Duration.ofMillis(250).toNanos();

    /** The shortest time between two probes (H4). */
    static final long PROBE_NANOS = Duration.ofMillis(25).toNanos();

    /** The longest time between two probes, while answers come in time. Many waiters then cost little, and a voter that freezes is soon noticed. */
    private static final long PROBE_MAX_NANOS = Duration.ofMillis(200).toNanos();

    /** H4: a voter is no longer slow after this number of answers in time. The number doubles if the voter was slow again soon after. */
    static final int IN_TIME = 3;

    private static final int IN_TIME_MAX = 96;

    /** A voter that is slow again within this time was not well. */
    private static final long RELAPSE_NANOS = Duration.ofSeconds(10).toNanos();

    /** The weight of one answer among all, as a part. */
    private static final int WEIGHT = 8;

    /** The weight of a late answer for the usual time, as a part. A voter that is now farther away thus stops being slow after some answers. */
    private static final int LATE_WEIGHT = 64;

    /** The frame that is watched; 0 if none is. */
    private long watched;

    private long probeGap = PROBE_NANOS;
    private long last;
    private long since;

    /** When a frame was last watched, answered or not. */
    private long lastSince = Long.MIN_VALUE;

    private boolean known;
    private long usual;
    private long spread;
    private long mean;

    /** How far away the voter is: 0 for near, each step twice as far (H5). */
    private int distance;

    private boolean slow;
    private int inTime;
    private int needed = IN_TIME;
    private long wellSince = Long.MIN_VALUE;

    boolean isSlow() {
        return slow;
    }

    /** How long an answer takes, late ones and all; 0 if that is not known. */
    long mean() {
        return known ? mean : 0;
    }

    int distance() {
        return distance;
    }

    /** Whether it is news how far away the voter is; a little more or less is none. */
    boolean updateDistance() {
        int before = distance;
        distance = known ? Distance.of(mean, before) : before;
        return distance != before;
    }

    /** The number for a frame that is sent now; 0 if another one is watched, and was not given up. */
    long watch(long now, long givenUpAfter) {
        if (watched > 0 && now - since < givenUpAfter) {
            return 0;
        }
        watched = ++last;
        since = now;
        lastSince = now;
        return watched;
    }

    /** Somebody begins to wait for the voter: it is probed soon, and less often if all is well. */
    void waitBegins() {
        probeGap = PROBE_NANOS;
    }

    /** Nothing that was sent will be answered: the link was reset, or the session is over. */
    void forget() {
        watched = 0;
    }

    /** After so long without an answer the voter is slow. */
    private long limit() {
        return known ? Math.max(LEAST_NANOS, 2 * usual + 4 * spread) : FIRST_NANOS;
    }

    /** When the frame that is watched will have been out for too long. */
    long lateAt() {
        return watched > 0 && !slow ? since + limit() : Sessions.NEVER;
    }

    /** When the next probe is due, if there is to be one (H4). */
    long probeAt(long givenUpAfter) {
        return watched > 0 ? since + givenUpAfter : lastSince + Math.max(slow ? PROBE_NANOS : probeGap, 4 * usual);
    }

    /** Whether it is news that the voter is slow, because the frame that is watched has been out for too long. */
    boolean becomesSlow(long now) {
        if (now < lateAt()) {
            return false;
        }
        callSlow(now);
        return true;
    }

    private void callSlow(long now) {
        needed = wellSince != Long.MIN_VALUE && now - wellSince < RELAPSE_NANOS
                ? Math.min(2 * needed, IN_TIME_MAX)
                : IN_TIME;
        slow = true;
        inTime = 0;
    }

    /** The voter has answered that frame. Whether it is news that it is slow, or that it is not. */
    boolean answered(long number, long now) {
        if (number != watched || number == 0) {
            return false;
        }
        watched = 0;
        long taken = Math.max(0, now - since);
        boolean late = taken > limit();
        boolean wasSlow = slow;
        probeGap = late ? PROBE_NANOS : Math.min(2 * probeGap, PROBE_MAX_NANOS);
        if (late && !slow && known) {
            callSlow(now);
        } else if (slow) {
            inTime = late ? 0 : inTime + 1;
            if (inTime >= needed) {
                slow = false;
                wellSince = now;
            }
        }
        learn(taken, late);
        return slow != wasSlow;
    }

    /** The session is over, and with it what was known of the present state of the voter. */
    void end() {
        watched = 0;
        slow = false;
    }

    private void learn(long taken, boolean late) {
        if (!known) {
            known = true;
            usual = taken;
            spread = taken / 2;
            mean = taken;
            return;
        }
        mean += (taken - mean) / WEIGHT;
        long off = taken - usual;
        if (late) {
            usual += off / LATE_WEIGHT;
        } else {
            spread += (Math.abs(off) - spread) / WEIGHT;
            usual += off / WEIGHT;
        }
    }

    AnswerTime copy() {
        AnswerTime copy = new AnswerTime();
        copy.watched = watched;
        copy.probeGap = probeGap;
        copy.last = last;
        copy.since = since;
        copy.lastSince = lastSince;
        copy.known = known;
        copy.usual = usual;
        copy.spread = spread;
        copy.mean = mean;
        copy.distance = distance;
        copy.slow = slow;
        copy.inTime = inTime;
        copy.needed = needed;
        copy.wellSince = wellSince;
        return copy;
    }
}
