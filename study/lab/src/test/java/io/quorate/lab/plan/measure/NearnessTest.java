// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.quorum.systems.Majority;
import org.junit.jupiter.api.Test;

class NearnessTest {
    private static final double MILLI = 1e6;

    @Test
    void whereAllAreAlikeNothingChanges() {
        Nearness nearness = Nearness.of(new Majority(5), (from, to) -> MILLI);
        assertThat(nearness.nearest()).isEqualTo(nearness.byName());
        assertThat(nearness.byName().roundTripNanos()).isEqualTo(2 * MILLI);
        assertThat(nearness.byName().busiest()).isCloseTo(0.6, within(0.03));
    }

    @Test
    void theNearOfThreeAskEachOtherAndTheThirdAsksOneOfThem() {
        Nearness nearness =
                Nearness.of(new Majority(3), (from, to) -> from.index() < 2 && to.index() < 2 ? MILLI : 20 * MILLI);
        assertThat(nearness.nearest().roundTripNanos()).isCloseTo((2 + 2 + 40) * MILLI / 3, within(1.0));
        assertThat(nearness.byName().roundTripNanos()).isGreaterThan(20 * MILLI);
        assertThat(nearness.nearest().busiest())
                .as("the far one is asked only by itself")
                .isBetween(0.80, 0.88);
        assertThat(nearness.byName().busiest()).isCloseTo(2.0 / 3, within(0.03));
    }
}
