// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LastArrivalsTest {
    @Test
    void noFrameArrivesBeforeAnEarlierOneOfItsChannel() {
        LastArrivals arrivals = new LastArrivals();

        assertThat(arrivals.push(7, 100, 0)).isEqualTo(100);
        assertThat(arrivals.push(7, 60, 10)).isEqualTo(100);
        assertThat(arrivals.push(8, 60, 10)).isEqualTo(60);
        assertThat(arrivals.push(7, 120, 20)).isEqualTo(120);
    }

    @Test
    void isAsGoodAsAMapThatForgetsNothingHoweverManyChannelsThereAre() {
        LastArrivals arrivals = new LastArrivals();
        Map<Long, Long> remembered = new LinkedHashMap<>();
        Randomness randomness = new Randomness(5);
        for (long now = 0; now < 50_000; now++) {
            long channel = ((long) randomness.nextInt(100) << 32) | randomness.nextInt(100);
            long time = now + randomness.nextInt(5_000);
            long expected = remembered.merge(channel, time, Math::max);

            assertThat(arrivals.push(channel, time, now)).isEqualTo(expected);
        }
    }
}
