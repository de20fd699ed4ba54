// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AcquireOptionsTest {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(9);

    @Test
    void optionsAreCombinedInAnyOrder() {
        AcquireOptions one =
                AcquireOptions.timeout(Duration.ZERO).withAtLeast(SHORT).withAtMost(LONG);
        assertThat(one.timeout()).contains(Duration.ZERO);
        assertThat(one.atLeast()).isEqualTo(SHORT);
        assertThat(one.atMost()).contains(LONG);
        assertThat(AcquireOptions.atMost(LONG).withAtLeast(SHORT).withTimeout(Duration.ZERO))
                .isEqualTo(one)
                .hasSameHashCodeAs(one);
        assertThat(one).hasToString("AcquireOptions(timeout PT0S, at least PT1S, at most PT9S)");
    }

    @Test
    void whatIsNotSaidIsNotThere() {
        AcquireOptions atLeast = AcquireOptions.atLeast(SHORT);
        assertThat(atLeast.timeout()).isEmpty();
        assertThat(atLeast.atMost()).isEmpty();
        assertThat(AcquireOptions.atMost(SHORT).atLeast()).isZero();
        assertThat(atLeast).isNotEqualTo(AcquireOptions.atMost(SHORT)).isNotEqualTo("at least");
        assertThat(atLeast.toString()).contains("timeout not given", "at most not given");
    }

    @Test
    void aChangeLeavesTheOptionsThatItCameFromAsTheyWere() {
        AcquireOptions first = AcquireOptions.atLeast(SHORT);
        first.withAtLeast(LONG);
        assertThat(first.atLeast()).isEqualTo(SHORT);
    }

    @Test
    void negativeTimesAreRefusedInWords() {
        Duration negative = Duration.ofMillis(-1);
        assertThatThrownBy(() -> AcquireOptions.timeout(negative))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "timeout is negative: PT-0.001S. Give zero to take the lock now or not at all, or leave the timeout"
                                + " out.");
        assertThatThrownBy(() -> AcquireOptions.atLeast(negative)).hasMessageContaining("atLeast is negative");
        assertThatThrownBy(() -> AcquireOptions.atMost(negative)).hasMessageContaining("atMost is negative");
        AcquireOptions sound = AcquireOptions.timeout(SHORT);
        assertThatThrownBy(() -> sound.withTimeout(negative)).hasMessageContaining("timeout is negative");
        assertThatThrownBy(() -> sound.withAtLeast(negative)).hasMessageContaining("atLeast is negative");
        assertThatThrownBy(() -> sound.withAtMost(negative)).hasMessageContaining("atMost is negative");
    }

    @Test
    void aHoldThatWouldEndAtOnceOrBeforeItsLeastTimeIsRefusedInWords() {
        assertThatThrownBy(() -> AcquireOptions.atMost(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("would end at once");
        assertThatThrownBy(() -> AcquireOptions.atLeast(LONG).withAtMost(SHORT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most PT1S")
                .hasMessageContaining("at least PT9S");
        assertThatThrownBy(() -> AcquireOptions.atMost(SHORT).withAtLeast(LONG))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(AcquireOptions.atLeast(SHORT).withAtMost(SHORT).atMost()).contains(SHORT);
    }

    @Test
    @SuppressWarnings("NullAway") // what is refused
    void nullIsRefusedInWords() {
        assertThatThrownBy(() -> AcquireOptions.timeout(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("timeout must not be null");
        assertThatThrownBy(() -> AcquireOptions.atLeast(null)).hasMessageContaining("atLeast must not be null");
        assertThatThrownBy(() -> AcquireOptions.atMost(null)).hasMessageContaining("atMost must not be null");
    }
}
