// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The faults of a cluster in memory, one by one, in virtual time unless said otherwise. */
@Tag("threads")
@Timeout(60)
class LockClusterFaultsTest {
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofSeconds(30);

    private final LockCluster cluster = LockCluster.virtualTime(3);
    private final List<LossReason> losses = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Hold take(int node) throws InterruptedException {
        Hold hold = cluster.node(node).lock("x").acquire();
        hold.onLost(losses::add);
        return hold;
    }

    @Test
    void aNodeThatIsCutOffLosesItsHoldAndAnotherGetsIt() throws Exception {
        Hold hold = take(0);
        cluster.cutOff(0);
        assertThat(hold.isValid()).as("the lease is not over").isTrue();
        cluster.pass(LEASE.plusSeconds(1));
        assertThat(losses).containsExactly(LossReason.QUORUM_LOST);
        Hold next = cluster.node(1).lock("x").acquire(Duration.ZERO);
        assertThat(next.fence()).isGreaterThan(hold.fence());
        assertThatThrownBy(() -> cluster.node(0).lock("x").acquire()).isInstanceOf(LockUnavailableException.class);
        next.close();
        cluster.reconnect(0);
        cluster.node(0).lock("x").acquire(LEASE).close();
    }

    @Test
    void twoNodesThatAreCutOffAreReconnectedOneByOne() throws Exception {
        cluster.cutOff(0);
        cluster.cutOff(1);
        cluster.reconnect(0);
        cluster.node(0).lock("x").acquire(LEASE).close();
        assertThatThrownBy(() -> cluster.node(1).lock("x").acquire()).isInstanceOf(LockUnavailableException.class);
    }

    @Test
    void aPausedNodeIsNotToldButItsClockTells() throws Exception {
        Hold hold = take(0);
        cluster.pause(0);
        cluster.pass(LEASE.plusSeconds(1));
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.outcome()).as("no thread of the node has run").isEqualTo(Hold.Outcome.OPEN);
        assertThat(losses).isEmpty();
        Hold next = cluster.node(1).lock("x").acquire(Duration.ZERO);
        cluster.resume(0);
        assertThat(losses).containsExactly(LossReason.QUORUM_LOST);
        next.close();
        cluster.node(0).lock("x").acquire(LEASE).close();
    }

    @Test
    void aCallThatWouldWaitAtAPausedNodeIsRefused() {
        cluster.pause(0);
        assertThatThrownBy(() -> cluster.node(0).lock("x").acquire())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("resume(0)");
    }

    @Test
    void aHoldSurvivesTheCrashOfAVoter() throws Exception {
        Hold hold = take(0);
        cluster.kill(2);
        cluster.pass(LEASE.multipliedBy(3));
        assertThat(hold.isValid()).isTrue();
        assertThatThrownBy(() -> cluster.node(2).lock("x").acquire()).isInstanceOf(LocksClosedException.class);
        cluster.restart(2);
        cluster.pass(LEASE.multipliedBy(3)); // it votes again
        cluster.kill(1);
        cluster.pass(LEASE.multipliedBy(3));
        assertThat(hold.isValid()).isTrue();
        assertThat(losses).isEmpty();
        hold.close();
        cluster.node(2).lock("x").acquire(LEASE).close();
    }

    @Test
    void whatAKilledNodeHeldIsFreeWhenItsLeaseHasEnded() throws Exception {
        Hold hold = take(0);
        long fence = hold.fence();
        cluster.kill(0);
        assertThat(cluster.node(1).lock("x").tryAcquire(LEASE.dividedBy(2))).isEmpty();
        try (Hold next = cluster.node(1).lock("x").acquire(LEASE)) {
            assertThat(next.fence()).isGreaterThan(fence);
        }
        cluster.restart(0);
        cluster.node(0).lock("x").acquire(LEASE.multipliedBy(2)).close();
    }

    @Test
    void aNodeThatRunsIsNotStartedASecondTime() {
        assertThatThrownBy(() -> cluster.restart(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kill(1)");
    }

    @Test
    void whatIsRevokedIsLostAtOnce() throws Exception {
        Hold hold = take(0);
        Hold other = cluster.node(0).lock("y").acquire();
        assertThat(cluster.revoke("nobody's")).isFalse();
        assertThat(cluster.revoke("x")).isTrue();
        assertThat(losses).containsExactly(LossReason.REVOKED);
        assertThat(other.isValid()).as("only the one lock").isTrue();
        assertThat(hold.isValid()).isFalse();
        cluster.node(1).lock("x").acquire(Duration.ZERO).close();
    }

    @Test
    void aClockThatJumpsForwardCostsTheHoldAndOneThatJumpsBackDoesNot() throws Exception {
        Hold hold = take(0);
        cluster.jumpClock(0, Duration.ofHours(-1));
        assertThat(hold.isValid()).isTrue();
        cluster.jumpClock(0, Duration.ofHours(2));
        assertThat(hold.isValid()).isFalse();
        assertThat(losses).containsExactly(LossReason.QUORUM_LOST);
        cluster.node(0).lock("x").acquire(LEASE.multipliedBy(2)).close();
    }

    @Test
    void aHoldThatIsLostByOrderCanBeTakenAgainAtOnce() throws Exception {
        Hold hold = take(0);
        cluster.loseHold(hold);
        assertThat(losses).containsExactly(LossReason.QUORUM_LOST);
        assertThat(hold.lossReason()).contains(LossReason.QUORUM_LOST);
        cluster.node(0).lock("x").acquire(LEASE.multipliedBy(2)).close();
    }

    @Test
    @SuppressWarnings("LockNotBeforeTry") // what unlock says is what is tested
    void aThreadLearnsFromUnlockThatItsLockWasLost() {
        cluster.node(0).lock("x").lock();
        cluster.revoke("x");
        assertThatThrownBy(() -> cluster.node(0).lock("x").unlock()).isInstanceOf(LockLostException.class);
        cluster.assertNoOpenHolds();
    }

    @Test
    void faultsWorkInRealTimeToo() throws Exception {
        try (LockCluster real = LockCluster.inMemory(3, config -> config.lease(Duration.ofMillis(500)))) {
            Hold paused = real.node(0).lock("x").acquire();
            real.pause(0);
            await().atMost(SOON).until(() -> !paused.isValid());
            real.resume(0);
            await().atMost(SOON).until(() -> paused.outcome() == Hold.Outcome.WAS_LOST);
            Hold lost = real.node(1).lock("x").acquire(SOON);
            lost.onLost(losses::add);
            real.loseHold(lost);
            await().atMost(SOON).until(() -> losses.contains(LossReason.QUORUM_LOST));
            real.kill(1);
            real.restart(1);
            real.node(1).lock("x").acquire(SOON).close();
            assertThatThrownBy(() -> real.pass(LEASE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("virtualTime");
        }
    }

    @Test
    void aResetEndsAllFaultsAndFreesAllLocks() throws Exception {
        Hold hold = take(0);
        cluster.cutOff(0);
        cluster.kill(1);
        cluster.pause(2);
        cluster.reset();
        assertThat(hold.isValid()).isFalse();
        cluster.assertFree("x");
        for (int node = 0; node < cluster.size(); node++) {
            cluster.node(node).lock("x").acquire(Duration.ZERO).close();
        }
    }

    @Test
    void assertionsNameTheHolderAndWhereItTookTheLock() throws Exception {
        cluster.assertFree("x");
        assertThatThrownBy(() -> cluster.assertHeld("x")).hasMessageContaining("Nobody holds the lock");
        assertThatThrownBy(() -> cluster.assertHeldBy(0, "x")).hasMessageContaining("Nobody does");
        Hold hold = take(1);
        cluster.assertHeld("x");
        cluster.assertHeldBy(1, "x");
        assertThatThrownBy(() -> cluster.assertFree("x"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("node n2")
                .hasMessageContaining("fence " + hold.fence())
                .hasMessageContaining("LockClusterFaultsTest.take");
        assertThatThrownBy(() -> cluster.assertHeldBy(0, "x"))
                .hasMessageContaining("n1 does not hold")
                .hasMessageContaining("node n2");
        assertThatThrownBy(cluster::assertNoOpenHolds).hasMessageContaining("never given back");
        hold.close();
        cluster.assertFree("x");
        cluster.assertNoOpenHolds();
    }

    @Test
    void aLockThatIsKeptForItsLeastTimeIsNotFree() throws Exception {
        cluster.node(0)
                .lock("x")
                .acquire(io.quorate.api.AcquireOptions.atLeast(Duration.ofMinutes(1)))
                .close();
        assertThatThrownBy(() -> cluster.assertFree("x")).hasMessageContaining("not free");
        cluster.pass(Duration.ofMinutes(2));
        cluster.assertFree("x");
    }

    @Test
    void aNumberThatNoNodeHasIsRefused() {
        assertThatThrownBy(() -> cluster.kill(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 0 to 2");
    }
}
