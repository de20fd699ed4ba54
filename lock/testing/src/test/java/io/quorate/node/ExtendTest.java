// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LossReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link Hold#extend}: the times of a hold counted anew, by a clock that the test moves. */
@Tag("threads")
@Timeout(60)
class ExtendTest {
    private static final long SOON_SECONDS = 20;
    private static final Duration TIME = LEASE.multipliedBy(2);
    private static final Duration MOMENT = Duration.ofMillis(10);

    private final RestartableCluster cluster = new RestartableCluster(3);

    @AfterEach
    void close() {
        cluster.close();
    }

    private DistributedLock lock(int node) {
        return cluster.node(node).lock("x");
    }

    private CompletableFuture<Hold> ask(int node) {
        CompletableFuture<Hold> asked = lock(node).acquireAsync().toCompletableFuture();
        cluster.settle();
        return asked;
    }

    @Test
    void aHoldThatIsExtendedEndsByItselfLaterAndNobodyGetsTheLockInBetween() throws Exception {
        Hold hold = lock(0).acquire(AcquireOptions.atMost(TIME));
        long fence = hold.fence();
        CompletableFuture<Hold> next = ask(1);
        for (int times = 0; times < 3; times++) {
            cluster.pass(TIME.minus(MOMENT));
            assertThat(hold.extend(AcquireOptions.atMost(TIME))).isTrue();
            assertThat(hold.fence()).isEqualTo(fence);
        }
        cluster.pass(TIME.minus(MOMENT));
        assertThat(hold.isValid()).isTrue();
        assertThat(next).isNotDone();
        cluster.jump(MOMENT);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.lossReason()).contains(LossReason.TIME_IS_UP);
        assertThat(next.get(SOON_SECONDS, TimeUnit.SECONDS).fence()).isGreaterThan(fence);
    }

    @Test
    void theLongestTimeCanBeMadeShorterAndTakenAway() throws Exception {
        Hold shorter = lock(0).acquire();
        assertThat(shorter.extend(AcquireOptions.atMost(MOMENT))).isTrue();
        cluster.jump(MOMENT);
        assertThat(shorter.lossReason()).contains(LossReason.TIME_IS_UP);

        Hold endless = lock(0).acquire(AcquireOptions.atMost(TIME));
        assertThat(endless.extend(AcquireOptions.atLeast(Duration.ZERO))).isTrue();
        cluster.pass(TIME.multipliedBy(2));
        assertThat(endless.isValid()).isTrue();
    }

    @Test
    void theLeastTimeCountsFromTheExtension() throws Exception {
        Hold hold = lock(0).acquire(AcquireOptions.atLeast(LEASE));
        cluster.pass(TIME);
        assertThat(hold.extend(AcquireOptions.atLeast(TIME))).isTrue();
        hold.close();
        CompletableFuture<Hold> next = ask(1);
        cluster.pass(TIME.minus(MOMENT));
        assertThat(next).isNotDone();
        cluster.jump(MOMENT);
        next.get(SOON_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void aHoldThatIsOverCannotBeExtended() throws Exception {
        Hold closed = lock(0).acquire(AcquireOptions.atLeast(LEASE));
        closed.close();
        assertThat(closed.extend(AcquireOptions.atLeast(TIME))).isFalse();
        cluster.pass(LEASE);
        Hold expired = lock(1).acquire(AcquireOptions.atMost(LEASE.dividedBy(2)));
        cluster.passUnnoticed(LEASE.dividedBy(2)); // no turn has seen it
        assertThat(expired.extend(AcquireOptions.atMost(TIME))).isFalse();
        assertThat(expired.lossReason()).contains(LossReason.TIME_IS_UP);
        lock(2).acquire().close();
    }

    @Test
    void aHoldWithoutAQuorumCannotBeExtended() throws Exception {
        Hold hold = lock(0).acquire(AcquireOptions.atMost(TIME));
        cluster.cutOff(0);
        cluster.jump(LEASE);
        assertThat(hold.extend(AcquireOptions.atMost(TIME))).isFalse();
        assertThat(hold.lossReason()).contains(LossReason.QUORUM_LOST);
        cluster.reconnect(0);
    }
}
