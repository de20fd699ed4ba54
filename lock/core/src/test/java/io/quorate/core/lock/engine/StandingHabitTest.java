// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.NodeStart.Standing;
import io.quorate.core.model.LockName;
import org.junit.jupiter.api.Test;

class StandingHabitTest {
    private static final LockName L = LockName.of("L");
    private static final LockName M = LockName.of("M");

    @Test
    void neverAndAlwaysDependOnNothing() {
        StandingHabit never = new StandingHabit(Standing.NEVER);
        StandingHabit always = new StandingHabit(Standing.ALWAYS);
        for (int use = 0; use < 5; use++) {
            assertThat(never.isWorthKeeping(L)).isFalse();
            assertThat(always.isWorthKeeping(L)).isTrue();
            always.isWantedElsewhere(L);
        }
    }

    @Test
    void aLockIsKeptFromItsThirdUseInARow() {
        StandingHabit habit = new StandingHabit(Standing.ADAPTIVE);
        assertThat(habit.isWorthKeeping(L)).isFalse();
        assertThat(habit.isWorthKeeping(M)).isFalse();
        assertThat(habit.isWorthKeeping(L)).isFalse();
        assertThat(habit.isWorthKeeping(L)).isTrue();
        assertThat(habit.isWorthKeeping(L)).isTrue();
        assertThat(habit.isWorthKeeping(M)).as("each lock for itself").isFalse();
    }

    @Test
    void whenSomebodyElseWantsItTheCountBeginsAnew() {
        StandingHabit habit = new StandingHabit(Standing.ADAPTIVE);
        for (int use = 0; use < 9; use++) {
            habit.isWorthKeeping(L);
        }
        habit.isWantedElsewhere(M);
        assertThat(habit.isWorthKeeping(L)).as("another lock is another matter").isTrue();
        habit.isWantedElsewhere(L);
        assertThat(habit.isWorthKeeping(L)).isFalse();
        assertThat(habit.isWorthKeeping(L)).isFalse();
        assertThat(habit.isWorthKeeping(L)).isTrue();
    }

    @Test
    void ofTwoLocksThatShareAPlaceTheLaterOneIsRemembered() {
        StandingHabit habit = new StandingHabit(Standing.ADAPTIVE);
        LockName other = sharesThePlaceOf(L);
        habit.isWorthKeeping(L);
        habit.isWorthKeeping(L);
        assertThat(habit.isWorthKeeping(other)).isFalse();
        habit.isWantedElsewhere(L); // which is forgotten by now
        assertThat(habit.isWorthKeeping(other)).isFalse();
        assertThat(habit.isWorthKeeping(other)).isTrue();
        assertThat(habit.isWorthKeeping(L)).isFalse();
    }

    private static LockName sharesThePlaceOf(LockName lock) {
        for (int number = 0; ; number++) {
            LockName candidate = LockName.of("lock " + number);
            if ((candidate.digest() & 1023) == (lock.digest() & 1023)) {
                return candidate;
            }
        }
    }
}
