// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Percentiles from a few counters. */
final class LatencyCountsTest {
    @Test
    void nothingHasNoPercentile() {
        assertThat(new LatencyCounts().percentileMicros(99)).isZero();
    }

    @Property(tries = 200)
    void aPercentileIsAtMostAFifthTooHighAndNeverTooLow(
            @ForAll @Size(min = 1, max = 200) List<@LongRange(min = 1, max = 3_600_000_000L) Long> micros,
            @ForAll @LongRange(min = 1, max = 100) long percent) {
        LatencyCounts counts = new LatencyCounts();
        micros.forEach(counts::add);
        List<Long> sorted = micros.stream().sorted().toList();
        long exact = sorted.get((int) Math.ceil(sorted.size() * percent / 100.0) - 1);
        assertThat(counts.percentileMicros((double) percent)).isBetween(exact, (long) Math.ceil(exact * 1.25) + 1);
        assertThat(counts.maxMicros()).isEqualTo(sorted.get(sorted.size() - 1));
    }

    @Test
    void aHandOverIsARealOneOnly() {
        HandOvers handOvers = new HandOvers();
        handOvers.released("x", 1000);
        assertThat(handOvers.granted("y", 5000, 1100)).as("another lock").isEqualTo(-1);
        handOvers.released("x", 1000);
        assertThat(handOvers.granted("x", 5000, 1700)).isEqualTo(700);
        assertThat(handOvers.granted("x", 5000, 1800)).as("counted once").isEqualTo(-1);
        handOvers.released("x", 2000);
        assertThat(handOvers.granted("x", 100, 9000))
                .as("it was free meanwhile")
                .isEqualTo(-1);
    }
}
