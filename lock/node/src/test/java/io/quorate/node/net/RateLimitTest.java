// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aFewAreAllowedAtOnceAndThenOneFromTimeToTime() {
        long now = Long.MAX_VALUE - 5 * SECOND; // the clock may overflow
        RateLimit allowance = new RateLimit(3, 2, now);
        assertThat(allowance.takeOne(now)).isTrue();
        assertThat(allowance.takeOne(now)).isTrue();
        assertThat(allowance.takeOne(now)).isTrue();
        assertThat(allowance.takeOne(now)).isFalse();
        assertThat(allowance.takeOne(now + SECOND / 2 - 1)).isFalse();
        assertThat(allowance.takeOne(now + SECOND / 2)).isTrue();
        assertThat(allowance.takeOne(now + SECOND / 2)).isFalse();
        long later = now + 100 * SECOND;
        for (int count = 0; count < 3; count++) {
            assertThat(allowance.takeOne(later)).isTrue();
        }
        assertThat(allowance.takeOne(later)).isFalse();
    }
}
