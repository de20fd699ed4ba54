// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
    private static final long MILLI = 1_000_000;

    private final TimerWheel wheel = new TimerWheel(0);
    private final List<String> fired = new ArrayList<>();

    private final class Named extends TimerWheel.Timer {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public void fire() {
            fired.add(name);
        }
    }

    @Test
    void aTimerFiresAtItsDeadlineAndNotBefore() {
        wheel.start(new Named("a"), 10 * MILLI);
        wheel.fireDue(10 * MILLI - 1);
        assertThat(fired).isEmpty();
        wheel.fireDue(10 * MILLI);
        wheel.fireDue(20 * MILLI);
        assertThat(fired).containsExactly("a");
    }

    @Test
    void theEarliestDeadlineIsExactWithinARoundOfTheWheel() {
        assertThat(wheel.earliest()).isEqualTo(TimerWheel.NEVER);
        wheel.start(new Named("late"), 3_000 * MILLI + 7);
        wheel.start(new Named("soon"), 5 * MILLI);
        assertThat(wheel.earliest()).isEqualTo(5 * MILLI);
        wheel.fireDue(5 * MILLI);
        assertThat(wheel.earliest()).isEqualTo(3_000 * MILLI + 7);
        wheel.fireDue(3_000 * MILLI + 7);
        assertThat(wheel.earliest()).isEqualTo(TimerWheel.NEVER);
        assertThat(fired).containsExactly("soon", "late");
    }

    @Test
    void aTimerManyRoundsAwayWaitsForItsOwnRound() {
        long hour = 3_600_000 * MILLI;
        wheel.start(new Named("hour"), hour);
        int looks = 0;
        for (long now = 0; now < hour; now = wheel.earliest()) {
            wheel.fireDue(now);
            assertThat(fired).isEmpty();
            looks++;
        }
        wheel.fireDue(hour);
        assertThat(fired).containsExactly("hour");
        assertThat(looks).as("a look for each round of about 4 s").isLessThan(1_000);
    }

    @Test
    void aStoppedTimerDoesNotFire() {
        Named timer = new Named("a");
        wheel.start(timer, MILLI);
        wheel.stop(timer);
        wheel.fireDue(2 * MILLI);
        assertThat(fired).isEmpty();
        assertThat(timer.isRunning()).isFalse();
    }

    @Test
    void aTimerStartedAgainHasOnlyItsNewDeadline() {
        Named timer = new Named("a");
        wheel.start(timer, MILLI);
        wheel.start(timer, 9 * MILLI);
        wheel.fireDue(8 * MILLI);
        assertThat(fired).isEmpty();
        wheel.fireDue(9 * MILLI);
        assertThat(fired).containsExactly("a");
    }

    @Test
    void aTimerThatFiresMayStopAnotherThatIsDueAndStartItself() {
        Named other = new Named("other");
        TimerWheel.Timer first = new TimerWheel.Timer() {
            @Override
            public void fire() {
                fired.add("first");
                wheel.stop(other);
                wheel.start(this, 50 * MILLI);
            }
        };
        wheel.start(first, MILLI);
        wheel.start(other, MILLI + 1);
        wheel.fireDue(2 * MILLI);
        assertThat(fired).containsExactly("first");
        wheel.fireDue(50 * MILLI);
        assertThat(fired).containsExactly("first", "first");
    }

    @Test
    void aDeadlineInThePastIsDueAtOnce() {
        wheel.start(new Named("x"), 100 * MILLI);
        wheel.fireDue(100 * MILLI);
        wheel.start(new Named("past"), 1);
        wheel.fireDue(100 * MILLI);
        assertThat(fired).containsExactly("x", "past");
    }

    @Test
    void aTimerForNeverDoesNotRun() {
        Named timer = new Named("never");
        wheel.start(timer, TimerWheel.NEVER);
        assertThat(timer.isRunning()).isFalse();
    }
}
