// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import java.time.Duration;

/**
 * How nodes watch each other.
 *
 * @param round the time between two keep-alives
 * @param silentRoundsMax after this number of silent rounds a node counts as gone
 */
public record OverlayTiming(Duration round, int silentRoundsMax) {
    /** Half a minute, as Pastry has been run, would be fine for tables; locks want to know sooner. */
    public static final OverlayTiming USUAL = new OverlayTiming(Duration.ofSeconds(1), 3);

    /** A random part of a round: otherwise all nodes would always send at the same time. */
    private static final int JITTER_PART = 8;

    public OverlayTiming {
        if (round.isNegative() || round.isZero()) {
            throw new IllegalArgumentException("a round of keep-alives must last some time, not " + round);
        }
        if (silentRoundsMax < 1) {
            throw new IllegalArgumentException(
                    "a node may be silent for at least 1 round before it counts as gone, not " + silentRoundsMax);
        }
    }

    Duration jitter() {
        return round.dividedBy(JITTER_PART);
    }
}
