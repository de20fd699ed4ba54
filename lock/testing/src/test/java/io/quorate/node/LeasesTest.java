// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.LEASE;
import static io.quorate.node.RestartableCluster.MEMORY;
import static io.quorate.node.RestartableCluster.TRUST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockLostException;
import io.quorate.api.LossReason;
import io.quorate.core.model.LockName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of holds when nodes crash, start again, are cut off or stand still; by a clock that the test moves. */
@Tag("threads")
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // what lock and unlock do by themselves is what is tested
class LeasesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final RestartableCluster cluster = new RestartableCluster(3);
    private final List<String> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private DistributedLock lock(int node) {
        return cluster.node(node).lock("x");
    }

    private CompletableFuture<Hold> ask(int node) {
        return lock(node).acquireAsync().toCompletableFuture();
    }

    private void until(String event) {
        await().atMost(SOON).until(() -> events.contains(event));
    }

    @Test
    void aHolderThatIsCutOffLosesItsLockBeforeAnybodyElseGetsIt() throws Exception {
        Hold hold = lock(0).acquire();
        hold.onLost(reason -> events.add("lost: " + reason));
        cluster.settle();
        cluster.cutOff(0);
        CompletableFuture<Hold> next = ask(1).whenComplete((held, failure) -> events.add("granted"));
        cluster.jump(TRUST);
        until("lost: QUORUM_LOST");
        assertThat(hold.isValid()).isFalse();
        assertThat(next).as("the voters still remember the hold").isNotDone();
        cluster.jump(MEMORY.minus(TRUST));
        Hold second = next.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        until("granted");
        assertThat(events).containsExactly("lost: QUORUM_LOST", "granted");
        assertThat(second.fence()).isGreaterThan(hold.fence());
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
    }

    /** A voter remembers a requester from the arrival of its last frame on, which may come long after the cut. */
    @Test
    void aFrameThatWasUnderWayWhenTheLinkWasCutOnlyDelaysTheNextHolder() throws Exception {
        Hold hold = lock(0).acquire();
        cluster.settle();
        cluster.pause(1);
        cluster.pause(2);
        cluster.jump(LEASE.dividedBy(2)); // a keep-alive is under way to the voter
        cluster.cutOff(0);
        CompletableFuture<Hold> next = ask(1);
        cluster.jump(TRUST.minus(LEASE.dividedBy(2)));
        assertThat(hold.isValid()).isFalse();
        cluster.resume(1);
        cluster.resume(2);
        cluster.jump(MEMORY.minus(TRUST));
        assertThat(next).as("the keep-alive has just come").isNotDone();
        cluster.jump(TRUST);
        assertThat(next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).fence()).isGreaterThan(hold.fence());
    }

    @Test
    void theClockAloneTellsThatAHoldIsOver() throws Exception {
        Hold hold = lock(0).acquire();
        hold.onLost(reason -> events.add("lost"));
        assertThat(hold.isValid()).isTrue();
        assertThat(hold.validFor()).isBetween(LEASE.dividedBy(2), LEASE);
        cluster.passUnnoticed(TRUST);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.validFor()).isZero();
        assertThat(hold.outcome()).as("nobody has noticed yet").isEqualTo(Hold.Outcome.OPEN);
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        assertThat(events).as("it was closed first").isEmpty();
    }

    @Test
    void aThreadThatWasStoppedForLongLearnsItFromUnlock() {
        lock(0).lock();
        cluster.passUnnoticed(TRUST);
        assertThatThrownBy(() -> lock(0).lock()).isInstanceOf(LockLostException.class);
        assertThatThrownBy(() -> lock(0).unlock())
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("too few voters still confirm it");
        lock(0).lock();
        lock(0).unlock();
    }

    @Test
    void aMachineThatStoodStillTrustsNobody() throws Exception {
        Hold hold = lock(0).acquire();
        hold.onLost(reason -> events.add("lost"));
        cluster.clock.suspend(Duration.ofMinutes(10));
        assertThat(hold.isValid()).as("before any turn").isFalse();
        cluster.node(0).node().counters(); // any turn
        until("lost");
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        cluster.node(0).lock("y").acquire().close();
    }

    @Test
    void aHoldOfAMachineThatStoodStillIsNotValidInTheTurnThatNotices() throws Exception {
        Hold hold = lock(0).acquire();
        cluster.clock.suspend(Duration.ofMinutes(10));
        assertThat(cluster.node(0).node().inTurn(hold::isValid)).isFalse();
        assertThat(hold.isValid()).isFalse();
    }

    @Test
    void holdsSurviveTheCrashAndTheRestartOfAnyVoter() throws Exception {
        Hold hold = lock(0).acquire();
        long fence = hold.fence();
        for (int voter = 1; voter <= 2; voter++) {
            cluster.crash(voter);
            cluster.pass(LEASE);
            cluster.restart(voter);
            cluster.pass(MEMORY.multipliedBy(2));
            assertThat(hold.isValid())
                    .as("after the restart of voter %d", voter)
                    .isTrue();
        }
        CompletableFuture<Hold> next = ask(1);
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
        assertThat(next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).fence()).isGreaterThan(fence);
    }

    @Test
    void holdsSurviveWhenVotersAreStoppedAndStartedOneAfterTheOther() throws Exception {
        Hold hold = lock(0).acquire();
        for (int voter = 1; voter <= 2; voter++) {
            cluster.close(voter);
            cluster.restart(voter);
            cluster.pass(MEMORY.multipliedBy(2));
        }
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
    }

    @Test
    void aVoterThatMayGrantAgainIsAskedAgain() throws Exception {
        cluster.crash(1);
        cluster.restart(1);
        lock(0).acquire().close(); // by the votes of others, since that one has said that it grants nothing
        cluster.jump(MEMORY);
        await().atMost(SOON).until(() -> {
            Hold hold = lock(0).acquire();
            List<LockDescription.Vote> votes = lock(0).describe().votes();
            hold.close();
            return votes.stream().anyMatch(vote -> vote.voter().equals("n2") && vote.granted());
        });
    }

    @Test
    void aHoldThatIsKeptForLongCostsFewTurns() throws Exception {
        Hold hold = lock(0).acquire();
        cluster.settle();
        long before = cluster.turns();
        cluster.pass(LEASE.multipliedBy(10));
        assertThat(hold.isValid()).isTrue();
        assertThat(cluster.turns() - before)
                .as("turns of three nodes in ten leases")
                .isLessThan(10 * 3 * 50);
    }

    @Test
    void whatACrashedNodeHeldIsFreeWhenItsLeaseHasRunOut() throws Exception {
        Hold hold = lock(0).acquire();
        long fence = hold.fence();
        cluster.crash(0);
        CompletableFuture<Hold> next = ask(1);
        cluster.jump(TRUST);
        cluster.node(1).lock("y").acquire().close();
        assertThat(next)
                .as("its process may be alive, for all that anybody knows")
                .isNotDone();
        cluster.jump(MEMORY.minus(TRUST));
        assertThat(next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).fence()).isGreaterThan(fence);
    }

    @Test
    void aWaiterThatCrashesKeepsNobodyWaiting() throws Exception {
        Hold hold = lock(0).acquire();
        CompletableFuture<Hold> gone = ask(1);
        await().atMost(SOON).until(() -> lock(0).describe().waiters().size() == 1);
        cluster.crash(1);
        assertThat(gone).failsWithin(SOON);
        CompletableFuture<Hold> next = ask(2);
        hold.close();
        cluster.jump(MEMORY);
        assertThat(next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).isValid()).isTrue();
    }

    @Test
    void whatIsRevokedIsLostAndTheNextInLineGetsIt() throws Exception {
        Hold hold = lock(0).acquire();
        hold.onLost(reason -> events.add("lost: " + reason));
        CompletableFuture<Hold> next = ask(1);
        assertThat(cluster.node(1).node().revoke(LockName.of("x")))
                .as("it holds nothing")
                .isFalse();
        assertThat(cluster.node(0).node().revoke(LockName.of("x"))).isTrue();
        until("lost: " + LossReason.REVOKED);
        assertThat(next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).fence()).isGreaterThan(hold.fence());
        assertThat(hold.isValid()).isFalse();
    }

    @Test
    void theHoldersThreadIsInterruptedWhenItHasAskedForThat() throws Exception {
        Hold hold = lock(0).acquire().interruptOnLoss();
        Hold closed = cluster.node(0).lock("y").acquire().interruptOnLoss();
        closed.close();
        assertThat(cluster.node(0).node().revoke(LockName.of("x"))).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        hold.interruptOnLoss();
        assertThat(Thread.interrupted()).as("it was lost before").isTrue();
        hold.close();
        hold.interruptOnLoss();
        assertThat(Thread.interrupted()).as("it is closed").isFalse();
    }

    @Test
    void aLockThatIsTakenAgainAndAgainCostsNoFrameAndIsThereWhenAnotherWantsIt() throws Exception {
        for (int use = 0; use < 3; use++) {
            lock(0).acquire().close();
        }
        cluster.settle();
        long before = cluster.framesSent(0);
        long fence = useOften(200, 0);
        assertThat(cluster.framesSent(0)).isEqualTo(before);
        fence = useOften(800, fence);
        assertThat(cluster.framesSent(0))
                .as("one fence has numbers for 512 holds: after half of them the next one is announced")
                .isBetween(before + 1, before + 4);
        Hold elsewhere = ask(1).get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(elsewhere.fence()).isGreaterThan(fence);
        elsewhere.close();
    }

    /** Says the last fence. */
    private long useOften(int times, long fenceBefore) throws InterruptedException {
        long fence = fenceBefore;
        for (int use = 0; use < times; use++) {
            Hold hold = lock(0).acquire();
            assertThat(hold.fence()).isGreaterThan(fence);
            fence = hold.fence();
            hold.close();
        }
        return fence;
    }

    @Test
    void whatOnlyStandsIsGivenBackWhenTheNodeIsClosed() throws Exception {
        for (int use = 0; use < 5; use++) {
            lock(0).acquire().close();
        }
        cluster.close(0);
        ask(1).get(SOON.toMillis(), TimeUnit.MILLISECONDS).close(); // and the clock has not moved
    }

    @Test
    void fencesRiseOverAThousandHandOversWhileNodesStartAgain() throws Exception {
        long last = 0;
        for (int turn = 0; turn < 1000; turn++) {
            Hold hold = ask(turn % 3).get(SOON.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(hold.fence()).as("hand-over %d", turn).isGreaterThan(last);
            last = hold.fence();
            hold.close();
            if (turn % 50 == 49) {
                int voter = turn / 50 % 3;
                cluster.crash(voter);
                cluster.restart(voter);
                cluster.jump(MEMORY);
            }
        }
    }

    @Test
    void aClusterThatStartsAgainAsAWholeGrantsNothingForALeaseAndThenGoesOn() throws Exception {
        Hold hold = lock(0).acquire();
        for (int node = 0; node < 3; node++) {
            cluster.crash(node);
        }
        cluster.restart(0, 1, 2);
        CompletableFuture<Hold> next = ask(1);
        cluster.jump(LEASE);
        cluster.node(1).node().counters();
        assertThat(next).isNotDone();
        cluster.jump(MEMORY.minus(LEASE));
        assertThat(next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).fence()).isGreaterThan(hold.fence());
    }
}
