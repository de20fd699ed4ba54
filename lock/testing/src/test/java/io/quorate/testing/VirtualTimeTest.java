// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import io.quorate.api.Permit;
import io.quorate.api.SetHold;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time that passes when the test says so, and while somebody waits. A test that waited for real would run into its timeout. */
@Tag("threads")
@Timeout(60)
class VirtualTimeTest {
    private final LockCluster cluster = LockCluster.virtualTime(3);
    private final Locks here = cluster.node(0);
    private final Locks there = cluster.node(1);

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aHoldIsRenewedWhileTimePasses() throws Exception {
        Hold hold = here.lock("x").acquire();
        cluster.pass(Duration.ofMinutes(10));
        assertThat(hold.isValid()).isTrue();
        hold.close();
    }

    @Test
    void aWaitForALockThatOnesOwnThreadHoldsEndsAtItsTimeout() throws Exception {
        Hold hold = here.lock("x").acquire();
        assertThatThrownBy(() -> there.lock("x").acquire(Duration.ofMinutes(10)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(there.lock("x").tryLock(10, TimeUnit.MINUTES)).isFalse();
        assertThat(there.lockSet("w", "x").tryAcquire(Duration.ofMinutes(10))).isEmpty();
        assertThat(hold.isValid()).isTrue();
        hold.close();
    }

    @Test
    void aHoldEndsWhenItsLongestTimeIsOver() throws Exception {
        Hold hold = here.lock("x").acquire(AcquireOptions.atMost(Duration.ofHours(1)));
        cluster.pass(Duration.ofMinutes(59));
        assertThat(hold.isValid()).isTrue();
        cluster.pass(Duration.ofMinutes(2));
        assertThat(hold.lossReason()).contains(LossReason.TIME_IS_UP);
        there.lock("x").acquire(Duration.ZERO).close();
    }

    @Test
    void aThreadThatWaitsForAnotherDoesNotMakeTimeJump() throws Exception {
        Hold hold = here.lock("x").acquire();
        CompletableFuture<Hold> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return there.lock("x").acquire(Duration.ofSeconds(50));
            } catch (InterruptedException interruption) {
                throw new IllegalStateException(interruption);
            }
        });
        await().atMost(Duration.ofSeconds(30)).until(() -> there.statistics().waiting() == 1);
        hold.close();
        waiting.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aPendingAcquireAsyncEndsAtItsTimeout() throws Exception {
        Hold hold = here.lock("x").acquire();
        CompletableFuture<Hold> pending =
                there.lock("x").acquireAsync(Duration.ofMillis(300)).toCompletableFuture();
        assertThat(pending).failsWithin(Duration.ofSeconds(30));
        hold.close();
        there.lock("x")
                .acquireAsync()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS)
                .close();
        cluster.assertNoOpenHolds();
    }

    @Test
    void anAcquireAsyncThatIsCancelledLeavesNothingBehind() throws Exception {
        Hold hold = here.lock("x").acquire();
        CompletableFuture<Hold> pending = there.lock("x").acquireAsync().toCompletableFuture();
        pending.cancel(true);
        hold.close();
        here.lock("x").acquire(Duration.ofSeconds(1)).close();
        cluster.assertNoOpenHolds();
    }

    @Test
    void setsSemaphoresAndReadersGoByTheSameTime() throws Exception {
        try (SetHold set = here.lockSet("a", "b").acquire(Duration.ofMinutes(1))) {
            assertThat(set.isValid()).isTrue();
            cluster.assertHeldBy(0, "a");
        }
        try (Permit permit = here.semaphore("s", 1).acquire()) {
            assertThat(there.semaphore("s", 1).tryAcquire()).isEmpty();
            assertThat(permit.isValid()).isTrue();
        }
        try (Hold one = here.readWriteLock("r").readLock().acquire();
                Hold other = there.readWriteLock("r").readLock().acquire()) {
            assertThat(one.isValid() && other.isValid()).isTrue();
        }
        cluster.assertNoOpenHolds();
    }

    @Test
    void timeDoesNotGoBack() {
        assertThatThrownBy(() -> cluster.pass(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSameCallsGiveTheSameFences() throws Exception {
        long[] first = fencesOfARun();
        assertThat(fencesOfARun()).containsExactly(first);
    }

    private static long[] fencesOfARun() throws InterruptedException {
        try (LockCluster run = LockCluster.virtualTime(3)) {
            Hold one = run.node(0).lock("x").acquire();
            run.cutOff(0);
            Hold two = run.node(1).lock("x").acquire(Duration.ofMinutes(1));
            two.close();
            run.reconnect(0);
            run.kill(2);
            Hold three = run.node(0).lock("x").acquire(Duration.ofMinutes(1));
            return new long[] {one.fence(), two.fence(), three.fence()};
        }
    }
}
