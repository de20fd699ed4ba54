// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.chance.RandomDuration;

/**
 * The links that carry messages.
 *
 * @param delay how long a message travels
 * @param loss the probability that it is lost
 * @param duplicates the probability that it arrives twice
 * @param failuresNoticed whether a node that sends to one that is gone is told, as over a connection that breaks
 */
public record Links(RandomDuration delay, double loss, double duplicates, boolean failuresNoticed) {
    /** Nothing is lost, and nobody is told. */
    public static final Links USUAL = new Links(RandomDuration.exponential(Simulation.USUAL_DELAY), 0, 0, false);

    /** With loss and duplicates. */
    public Links losing(double part) {
        return new Links(delay, part, part, failuresNoticed);
    }

    public Links noticingFailures() {
        return new Links(delay, loss, duplicates, true);
    }
}
