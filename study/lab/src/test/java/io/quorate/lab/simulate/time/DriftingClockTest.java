// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.simulate.chance.Randomness;
import org.junit.jupiter.api.Test;

class DriftingClockTest {
    @Test
    void itRunsFasterOrSlowerByTheRateAndNeverJumps() {
        DriftingClock clock = new DriftingClock(-500);
        assertThat(clock.at(1_000_000)).isEqualTo(999_500);
        clock.changeRate(1_000_000, 10_000);
        assertThat(clock.at(1_000_000)).isEqualTo(999_500);
        assertThat(clock.at(2_000_000)).isEqualTo(2_009_500);
        clock.changeRate(2_000_000, -100_000);
        assertThat(clock.at(3_000_000)).isEqualTo(2_909_500);
    }

    @Test
    void theTimeAtWhichItShowsSomethingIsTheFirst() {
        Randomness randomness = new Randomness(1);
        for (int round = 0; round < 1_000; round++) {
            DriftingClock clock = new DriftingClock(randomness.nextLong() >> 12);
            long since = randomness.nextInt(1_000_000_000);
            clock.changeRate(since, randomness.nextInt(200_001) - 100_000);
            long wanted = clock.at(since) + 1 + randomness.nextInt(2_000_000_000);
            long time = clock.whenShowing(wanted);
            assertThat(clock.at(time)).isGreaterThanOrEqualTo(wanted);
            assertThat(clock.at(time - 1)).isLessThan(wanted);
        }
    }
}
