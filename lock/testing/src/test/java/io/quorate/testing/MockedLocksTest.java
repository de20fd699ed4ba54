// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Hold;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import io.quorate.testing.junit.MockLocks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks of one process, with somebody else whom the test plays. */
@Tag("threads")
@Timeout(60)
@MockLocks
class MockedLocksTest {
    private final Locks locks;

    MockedLocksTest(Locks locks) {
        this.locks = locks;
    }

    @BeforeEach
    void allIsFree(MockedLocks mocked) {
        mocked.assertFree("x");
    }

    @Test
    void aFreeLockIsHadAndExcludes(MockedLocks mocked) throws Exception {
        try (Hold hold = locks.lock("x").acquire()) {
            mocked.assertHeld("x");
            assertThat(hold.isValid()).isTrue();
            assertThat(locks.lock("x").tryAcquire()).isEmpty();
            assertThatThrownBy(() -> mocked.holdElsewhere("x"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("code under test holds");
        }
        mocked.assertFree("x");
    }

    @Test
    void aLockThatSomebodyElseHoldsTimesOutWithoutWaiting(MockedLocks mocked) throws Exception {
        mocked.holdElsewhere("x");
        mocked.holdElsewhere("x");
        assertThat(locks.lock("x").tryLock()).isFalse();
        assertThatThrownBy(() -> locks.lock("x").acquire(Duration.ofHours(1))).isInstanceOf(LockTimeoutException.class);
        assertThat(locks.lock("y").tryAcquire()).hasValueSatisfying(Hold::close);
        mocked.releaseElsewhere("x");
        long fence;
        try (Hold hold = locks.lock("x").acquire(Duration.ofSeconds(1))) {
            fence = hold.fence();
        }
        try (Hold hold = locks.lock("x").acquire(Duration.ofSeconds(1))) {
            assertThat(hold.fence()).isGreaterThan(fence);
        }
    }

    @Test
    void theNextAttemptFailsAsOrderedAndTheOneAfterDoesNot(MockedLocks mocked) throws Exception {
        mocked.timeOutNext("x");
        mocked.makeUnavailableNext("x");
        mocked.timeOutNext("x");
        assertThatThrownBy(() -> locks.lock("x").acquire()).isInstanceOf(LockTimeoutException.class);
        assertThatThrownBy(() -> locks.lock("x").tryAcquire()).isInstanceOf(LockUnavailableException.class);
        assertThat(locks.lock("x").tryLock()).isFalse();
        locks.run("x", Duration.ZERO, hold -> assertThat(hold.isValid()).isTrue());
    }

    @Test
    void aHoldIsLostWhenTheTestSaysSo(MockedLocks mocked) throws Exception {
        List<LossReason> losses = new CopyOnWriteArrayList<>();
        Hold one = locks.lock("x").acquire();
        one.onLost(losses::add);
        Hold other = locks.lock("y").acquire();
        other.onLost(losses::add);
        mocked.lose(one);
        assertThat(losses).containsExactly(LossReason.REVOKED);
        assertThat(other.isValid()).isTrue();
        mocked.loseAll();
        assertThat(losses).containsExactly(LossReason.REVOKED, LossReason.QUORUM_LOST);
        assertThatThrownBy(() -> mocked.lose(one)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theLongestTimeOfAHoldPasses(MockedLocks mocked) throws Exception {
        Hold hold = locks.lock("x").acquire(io.quorate.api.AcquireOptions.atMost(Duration.ofMinutes(1)));
        mocked.pass(Duration.ofMinutes(2));
        assertThat(hold.lossReason()).contains(LossReason.TIME_IS_UP);
    }
}
