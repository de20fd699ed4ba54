// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link AcquireOptions#atMost(Duration)}: a hold that ends by itself, by a clock that the test moves. */
@Tag("threads")
@Timeout(60)
class AtMostTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration MOST = LEASE.multipliedBy(2);
    private static final Duration MOMENT = Duration.ofMillis(10);

    private final RestartableCluster cluster = new RestartableCluster(3);
    private final List<String> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private DistributedLock lock(int node) {
        return cluster.node(node).lock("x");
    }

    private Hold take(int node) throws InterruptedException {
        Hold hold = lock(node).acquire(AcquireOptions.atMost(MOST));
        hold.onLost(reason -> events.add("lost: " + reason));
        return hold;
    }

    @Test
    void aHoldEndsByItselfAndSaysSoAndIsInvalidBeforeAnybodyElseGetsTheLock() throws Exception {
        Hold hold = take(0);
        CompletableFuture<Hold> next = lock(1).acquireAsync()
                .toCompletableFuture()
                .whenComplete((held, failure) -> events.add("granted while the first is valid: " + hold.isValid()));
        cluster.pass(MOST.minus(MOMENT));
        assertThat(hold.isValid()).isTrue();
        assertThat(hold.validFor()).isLessThanOrEqualTo(MOMENT);
        assertThat(hold.lossReason()).isEmpty();
        assertThat(events).isEmpty();
        cluster.jump(MOMENT);
        assertThat(hold.isValid()).isFalse();
        next.get(SOON.toSeconds(), TimeUnit.SECONDS);
        await().atMost(SOON).until(() -> events.size() == 2);
        assertThat(events).containsExactlyInAnyOrder("lost: TIME_IS_UP", "granted while the first is valid: false");
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        assertThat(hold.lossReason()).contains(LossReason.TIME_IS_UP);
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
    }

    @Test
    void theClockAloneTellsThatTheTimeIsUp() throws Exception {
        List<LossReason> observed = new CopyOnWriteArrayList<>();
        cluster.node(0).addListener(new LockListener() {
            @Override
            public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
                observed.add(reason);
            }
        });
        Duration most = LEASE.dividedBy(2); // less than the lease, which is not over then
        Hold hold = lock(0).acquire(AcquireOptions.atMost(most));
        cluster.passUnnoticed(most);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.outcome()).as("nobody has noticed yet").isEqualTo(Hold.Outcome.OPEN);
        assertThat(hold.lossReason()).contains(LossReason.TIME_IS_UP);
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        assertThat(hold.lossReason()).contains(LossReason.TIME_IS_UP);
        assertThat(observed).containsExactly(LossReason.TIME_IS_UP);
    }

    @Test
    void aLeaseThatRunsOutFirstIsTheReason() throws Exception {
        Hold hold = take(0);
        cluster.passUnnoticed(LEASE);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.lossReason()).contains(LossReason.QUORUM_LOST);
    }

    @Test
    void aHoldThatIsClosedInTimeIsNotLost() throws Exception {
        Hold hold = take(0);
        hold.close();
        Hold next = lock(1).acquire();
        cluster.pass(MOST.plus(MOMENT));
        assertThat(next.isValid()).isTrue();
        assertThat(events).isEmpty();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
    }

    @Test
    void theLockIsGivenBackSoThatItsOwnNodeGetsItToo() throws Exception {
        Hold hold = take(0);
        CompletableFuture<Hold> next = lock(0).acquireAsync().toCompletableFuture();
        cluster.pass(MOST);
        assertThat(next.get(SOON.toSeconds(), TimeUnit.SECONDS).fence()).isGreaterThan(hold.fence());
    }

    @Test
    void atLeastAndAtMostGoTogether() throws Exception {
        AcquireOptions both = AcquireOptions.atLeast(LEASE).withAtMost(MOST);
        lock(0).acquire(both).close();
        cluster.pass(LEASE.minus(MOMENT));
        assertThat(lock(1).tryAcquire(both)).isEmpty();
        cluster.jump(MOMENT);
        Hold open = lock(1).tryAcquire(both).orElseThrow();
        cluster.pass(MOST.minus(MOMENT));
        assertThat(open.isValid()).isTrue();
        assertThat(lock(2).tryAcquire(both)).isEmpty();
        cluster.jump(MOMENT);
        assertThat(open.lossReason()).contains(LossReason.TIME_IS_UP);
        assertThat(lock(2).tryAcquire(both)).isPresent();
    }
}
