// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.compare;

import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.RandomDuration;

/**
 * How much a lock is wanted.
 *
 * @param name {@code light}, {@code heavy} or a number
 * @param arrivals when claims come
 */
public record Pressure(String name, Arrivals arrivals) {
    /** One claim at a time, the nodes in turn: nobody contends. */
    public static final Pressure LIGHT = new Pressure("light", new Arrivals.Alone());

    /** Every node always wants the lock: it asks again as soon as it has given it back. */
    public static final Pressure HEAVY = new Pressure("heavy", new Arrivals.ClosedLoop(RandomDuration.constant(0), 1));

    /** Claims from anywhere at any time, by which a lock that moves in two message times would be busy for this share of the time. */
    public static Pressure poisson(double load) {
        return load == 0 ? LIGHT : new Pressure(String.valueOf(load), new Arrivals.Poisson(load));
    }

    /** Reads {@code light}, {@code heavy} or a number from 0 to 1. */
    public static Pressure parse(String text) {
        if (text.equals(LIGHT.name)) {
            return LIGHT;
        }
        if (text.equals(HEAVY.name)) {
            return HEAVY;
        }
        if (!text.matches("0|1|1\\.0*|0?\\.[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "A load is light, heavy, or a number from 0 to 1 as in 0.5; this is not: \"" + text + "\".");
        }
        return poisson(Double.parseDouble(text));
    }

    /** Whether claims come from anywhere at any time, so that several may wait at one node. */
    public boolean isPoisson() {
        return arrivals instanceof Arrivals.Poisson;
    }

    /** An explanation in words. */
    public String sentence() {
        if (this.equals(LIGHT)) {
            return "one claim at a time, the nodes in turn: nobody contends";
        }
        return this.equals(HEAVY)
                ? "every node always wants the lock, and asks again as soon as it has given it back"
                : "claims from anywhere at any time (Poisson); a lock that moves in 2 T would be busy for " + name
                        + " of the time";
    }

    @Override
    public String toString() {
        return name;
    }
}
