// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnswerTimeTest {
    private static final long MS = 1_000_000;
    private static final long GIVEN_UP = 1_000 * MS;

    private final AnswerTime times = new AnswerTime();
    private long now = 1;

    /** A frame that is answered after so long; whether the voter came to be slow, or not to be slow, by the answer. */
    private boolean answer(long nanos) {
        long number = times.watch(now, GIVEN_UP);
        now += nanos;
        return times.answered(number, now);
    }

    private void answers(int count, long nanos) {
        for (int answered = 0; answered < count; answered++) {
            answer(nanos);
        }
    }

    @Test
    void h1_oneFrameAtATimeIsWatched() {
        assertThat(times.watch(now, GIVEN_UP)).isEqualTo(1);
        assertThat(times.watch(now + MS, GIVEN_UP)).isZero();
        assertThat(times.answered(7, now + MS)).as("an answer to another frame").isFalse();
        assertThat(times.watch(now + GIVEN_UP, GIVEN_UP)).as("given up").isEqualTo(2);
    }

    @Test
    void h1_aVoterIsSlowWhenItsAnswerIsOutForMuchLongerThanUsual() {
        answers(20, MS / 5);
        times.watch(now, GIVEN_UP);
        assertThat(times.becomesSlow(now + MS)).isFalse();
        assertThat(times.lateAt()).isEqualTo(now + AnswerTime.LEAST_NANOS);
        assertThat(times.becomesSlow(now + AnswerTime.LEAST_NANOS)).isTrue();
        assertThat(times.isSlow()).isTrue();
        assertThat(times.becomesSlow(now + 3 * MS)).as("no news any more").isFalse();
    }

    @Test
    void h1_oneThatIsFarAwayIsNotSlow() {
        answers(20, 40 * MS);
        times.watch(now, GIVEN_UP);
        assertThat(times.becomesSlow(now + 60 * MS)).isFalse();
    }

    @Test
    void h4_threeAnswersInTimeMakeItNotSlowAndMoreIfItRelapses() {
        answers(20, MS / 5);
        answer(10 * MS);
        assertThat(times.isSlow()).isTrue();
        assertThat(answer(MS / 5)).isFalse();
        assertThat(answer(MS / 5)).isFalse();
        assertThat(answer(MS / 5)).isTrue();
        assertThat(times.isSlow()).isFalse();
        answer(10 * MS);
        answers(5, MS / 5);
        assertThat(times.isSlow()).isTrue();
        answers(1, MS / 5);
        assertThat(times.isSlow()).isFalse();
    }

    @Test
    void h4_oneThatIsFartherAwayFromNowOnIsNotSlowForEver() {
        answers(20, MS / 5);
        answers(1_000, 20 * MS);
        assertThat(times.isSlow()).isFalse();
    }

    @Test
    void h5_distancesDifferByTheirSizeAndNotByALittle() {
        answers(30, MS / 2);
        assertThat(times.updateDistance()).isFalse();
        assertThat(times.distance()).isZero();
        answers(100, 40 * MS);
        assertThat(times.updateDistance()).isTrue();
        assertThat(times.distance()).isEqualTo(6);
        answers(100, 45 * MS);
        assertThat(times.updateDistance()).as("a little more").isFalse();
    }
}
