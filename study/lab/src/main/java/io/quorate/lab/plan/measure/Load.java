// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

/**
 * How often the busiest node is asked, as a part of all entries: known exactly, or only that it lies between two bounds.
 */
public record Load(double atLeast, double atMost) {
    /** Differences below this come from rounding. */
    private static final double ROUNDING = 1e-9;

    public static Load exactly(double load) {
        return new Load(load, load);
    }

    /** The same, knowing a strategy with this load. */
    public Load noMoreThan(double load) {
        return new Load(atLeast, Math.max(atLeast, Math.min(atMost, load)));
    }

    public boolean isExact() {
        return atMost - atLeast <= ROUNDING;
    }
}
