// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

/** The monotonic clock of one node, by true time: it starts anywhere, and its rate changes now and then. */
public final class DriftingClock {
    private static final long MILLION = 1_000_000;

    /** Since this true time the rate has been what it is. */
    private long since;

    private long reading;

    /** How much faster the clock runs than true time, in millionths. */
    private long excess;

    public DriftingClock(long reading) {
        this.reading = reading;
    }

    /** The time that the clock shows at this true time, which is not before the last change of its rate. */
    public long at(long trueTime) {
        long passed = trueTime - since;
        return reading + passed + passed / MILLION * excess + passed % MILLION * excess / MILLION;
    }

    /** The first true time at which the clock shows so much; not before the last change of its rate. */
    public long whenShowing(long shown) {
        if (shown <= reading) {
            return since;
        }
        long guess = since + (long) ((double) (shown - reading) * MILLION / (MILLION + excess));
        while (at(guess) >= shown) {
            guess--;
        }
        while (at(guess) < shown) {
            guess++;
        }
        return guess;
    }

    public void changeRate(long trueTime, long millionthsFaster) {
        reading = at(trueTime);
        since = trueTime;
        excess = millionthsFaster;
    }
}
