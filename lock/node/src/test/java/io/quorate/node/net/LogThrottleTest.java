// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogThrottleTest {
    private static final long LATER = LogThrottle.SAY_AGAIN_AFTER.toNanos();

    private final LogThrottle repetitions = new LogThrottle();

    @Test
    void textsThatTakeTurnsAreSaidOnceEachAndAgainAfterAWhile() {
        assertThat(repetitions.isWorthSaying("a and b differ", 5)).isTrue();
        assertThat(repetitions.isWorthSaying("b and a differ", 6)).isTrue();
        assertThat(repetitions.isWorthSaying("a and b differ", 7)).isFalse();
        assertThat(repetitions.isWorthSaying("b and a differ", 8)).isFalse();
        assertThat(repetitions.isWorthSaying("a and b differ", 5 + LATER)).isTrue();
        assertThat(repetitions.isWorthSaying("a and b differ", 6 + LATER)).isFalse();
    }

    @Test
    void noMoreTextsAreSaidInAMinuteHoweverMuchTheyDiffer() {
        for (int number = 0; number < LogThrottle.TEXTS_MAX; number++) {
            assertThat(repetitions.isWorthSaying("text " + number, number)).isTrue();
        }
        assertThat(repetitions.isWorthSaying("one more", LATER - 1)).isFalse();
        assertThat(repetitions.isWorthSaying("one more", LATER)).isTrue();
        assertThat(repetitions.isWorthSaying("and another", LATER)).isFalse();
        assertThat(repetitions.isWorthSaying("text 1", LATER + 1)).isTrue();
    }
}
