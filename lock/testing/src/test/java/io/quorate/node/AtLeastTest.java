// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.LEASE;
import static io.quorate.node.RestartableCluster.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import io.quorate.api.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.node.store.CeilingStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link AcquireOptions#atLeast(Duration)}: how long a lock stays taken, by a clock that the test moves. */
@Tag("threads")
@Timeout(60)
class AtLeastTest {
    private static final long SOON_SECONDS = 20;
    private static final Duration LEAST = LEASE.multipliedBy(3);
    private static final Duration MOMENT = Duration.ofMillis(10);

    /** What is promised after the end of a process. */
    private static final Duration TWO_THIRDS = LEASE.multipliedBy(2).dividedBy(3);

    private final BlockingQueue<Runnable> callbacks = new LinkedBlockingQueue<>();
    private RestartableCluster cluster = new RestartableCluster(3);
    private final List<LossReason> losses = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private DistributedLock lock(int node) {
        return cluster.node(node).lock("x");
    }

    private Hold take(int node) throws InterruptedException {
        Hold hold = lock(node).acquire(AcquireOptions.atLeast(LEAST));
        hold.onLost(losses::add);
        return hold;
    }

    private CompletableFuture<Hold> ask(int node) {
        CompletableFuture<Hold> asked = lock(node).acquireAsync().toCompletableFuture();
        cluster.settle();
        return asked;
    }

    private static Hold soon(CompletableFuture<Hold> asked) throws Exception {
        return asked.get(SOON_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void aLockThatIsClosedEarlyStaysTakenUntilItsLeastTimeIsOver() throws Exception {
        Hold hold = take(0);
        hold.close();
        CompletableFuture<Hold> next = ask(1);
        cluster.pass(LEAST.minus(MOMENT));
        assertThat(next).isNotDone();
        assertThat(lock(2).tryAcquire()).as("now or not at all").isEmpty();
        cluster.jump(MOMENT);
        assertThat(soon(next).fence()).isGreaterThan(hold.fence());
        assertThat(losses).isEmpty();
    }

    @Test
    void theHoldItselfIsOverWhenItIsClosed() throws Exception {
        Hold hold = take(0);
        assertThat(hold.isValid()).isTrue();
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.validFor()).isZero();
        assertThat(hold.hasSpareVotes()).isFalse();
        assertThat(hold.lossReason()).isEmpty();
        cluster.settle();
        cluster.cutOff(0);
        cluster.jump(LEASE); // now the node loses what it kept
        cluster.reconnect(0);
        soon(ask(0)).close();
        assertThat(losses).as("the hold was closed").isEmpty();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
        assertThat(hold.lossReason()).isEmpty();
    }

    @Test
    void claimsOfTheSameNodeWaitTooAndStandingUseDoes() throws Exception {
        for (int times = 0; times < 5; times++) {
            lock(0).acquire().close(); // from now on the lock stands with this node
        }
        take(0).close();
        assertThat(lock(0).tryAcquire()).isEmpty();
        assertThat(lock(0).tryLock()).isFalse();
        CompletableFuture<Hold> here = ask(0);
        cluster.pass(LEAST.minus(MOMENT));
        assertThat(here).isNotDone();
        cluster.jump(MOMENT);
        soon(here).close();
    }

    @Test
    void aHoldThatLastsLongerIsGivenBackWhenItIsClosed() throws Exception {
        Hold hold = take(0);
        CompletableFuture<Hold> next = ask(1);
        cluster.pass(LEAST.plus(MOMENT));
        assertThat(hold.isValid()).isTrue();
        assertThat(next).isNotDone();
        hold.close();
        soon(next);
    }

    @Test
    void readersShareALockThatIsKeptAndAWriterWaits() throws Exception {
        cluster.node(0)
                .readWriteLock("x")
                .readLock()
                .acquire(AcquireOptions.atLeast(LEAST))
                .close();
        cluster.node(1).readWriteLock("x").readLock().acquire().close();
        CompletableFuture<Hold> writer = ask(2);
        cluster.pass(LEAST.minus(MOMENT));
        assertThat(writer).isNotDone();
        cluster.jump(MOMENT);
        soon(writer);
    }

    @Test
    void anOperatorTakesAwayWhatIsKept() throws Exception {
        Hold hold = take(0);
        AtomicInteger asked = new AtomicInteger();
        hold.onReleaseRequested(who -> asked.incrementAndGet());
        hold.close();
        CompletableFuture<Hold> next = ask(1);
        assertThat(cluster.node(0).node().revoke(LockName.of("x"))).isTrue();
        soon(next);
        assertThat(losses).isEmpty();
        assertThat(asked).hasValue(0);
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
    }

    /** The worst moment for the crash is right before a keep-alive, which goes out after a third of a lease. */
    @Test
    void theVotersKeepTheLockOfACrashedNodeForTwoThirdsOfALeaseAtLeast() throws Exception {
        take(0).close();
        cluster.jump(LEASE.dividedBy(3).minus(MOMENT));
        cluster.crash(0);
        CompletableFuture<Hold> next = ask(1);
        cluster.jump(TWO_THIRDS);
        assertThat(next).isNotDone();
        cluster.jump(MEMORY.minus(TWO_THIRDS));
        soon(next);
    }

    @Test
    void keepAlivesGoOutForALockThatIsOnlyKept() throws Exception {
        take(0).close();
        cluster.pass(LEAST.dividedBy(2)); // more than a lease: without them the voters would have forgotten it
        cluster.jump(LEASE.dividedBy(3).minus(MOMENT));
        cluster.crash(0);
        CompletableFuture<Hold> next = ask(1);
        cluster.jump(LEASE.dividedBy(2));
        assertThat(next).isNotDone();
        cluster.jump(MEMORY);
        soon(next);
    }

    @Test
    void aNodeThatIsClosedGivesBackNothingThatItKeepsAndItsVotersKeepItForALease() throws Exception {
        Hold hold = take(0);
        hold.close();
        cluster.jump(LEASE.dividedBy(3).minus(MOMENT));
        cluster.close(0);
        CompletableFuture<Hold> next = ask(1);
        cluster.jump(LEASE);
        assertThat(next).isNotDone();
        cluster.jump(MEMORY.minus(LEASE));
        soon(next);
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
    }

    @Test
    void anOpenHoldIsLostWithItsNodeButTheLockStaysTakenForALease() throws Exception {
        Hold hold = take(0);
        cluster.close(0);
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        assertThat(hold.lossReason()).contains(LossReason.NODE_CLOSED);
        CompletableFuture<Hold> next = ask(1);
        cluster.jump(LEASE);
        assertThat(next).isNotDone();
        cluster.jump(MEMORY.minus(LEASE));
        soon(next);
    }

    @Test
    void whatElseANodeHasIsFreeAtOnceWhenItIsClosed() throws Exception {
        take(0).close();
        cluster.node(0).lock("open").acquire();
        Hold over = cluster.node(0).lock("over").acquire(AcquireOptions.atLeast(MOMENT));
        for (int times = 0; times < 5; times++) {
            cluster.node(0).lock("stands").acquire().close();
        }
        cluster.jump(MOMENT);
        cluster.close(0);
        assertThat(over.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        for (String name : List.of("open", "over", "stands")) {
            soon(cluster.node(1).lock(name).acquireAsync().toCompletableFuture());
        }
    }

    /** Its own vote is one of those that keep the lock: a start that grants at once could give it away. */
    @Test
    void aNodeThatIsClosedWhileItKeepsALockHasNotStoppedCleanly() throws Exception {
        RecordingStore keeping = new RecordingStore();
        cluster.close(0);
        cluster.restart(0, keeping);
        cluster.pass(MEMORY);
        take(0).close();
        cluster.close(0);
        assertThat(keeping.cleanStops).hasValue(0);

        RecordingStore plain = new RecordingStore();
        cluster.close(1);
        cluster.restart(1, plain);
        cluster.pass(MEMORY);
        cluster.node(1).lock("y").acquire(AcquireOptions.atLeast(MOMENT)).close();
        cluster.jump(MOMENT);
        cluster.close(1);
        assertThat(plain.cleanStops).as("its least time was over").hasValue(1);
    }

    private static final class RecordingStore implements CeilingStore {
        private final AtomicInteger cleanStops = new AtomicInteger();

        @Override
        public void keepCeiling(long ceiling) {
            // kept nowhere: this node does not start again
        }

        @Override
        public void stoppedCleanly() {
            cleanStops.incrementAndGet();
        }
    }

    @Test
    void aNodeThatStartsAgainAtOnceDoesNotGetTheLockSoonerThanTheLease() throws Exception {
        take(0).close();
        cluster.close(0);
        cluster.restart(0);
        CompletableFuture<Hold> again = ask(0);
        CompletableFuture<Hold> other = ask(2);
        cluster.jump(TWO_THIRDS);
        assertThat(again).isNotDone();
        assertThat(other).isNotDone();
        cluster.jump(MEMORY.minus(TWO_THIRDS));
        soon(again).close();
        soon(other).close();
    }

    @Test
    void whatTheCallerNeverHadIsGivenBackAtOnce() throws Exception {
        cluster.close();
        cluster = new RestartableCluster(3, LocksConfig.of("a=x:1").lease(LEASE).callbackExecutor(callbacks::add));
        CompletableFuture<Hold> coming =
                lock(0).acquireAsync(AcquireOptions.atLeast(LEAST)).toCompletableFuture();
        Runnable callback = callbacks.poll(SOON_SECONDS, TimeUnit.SECONDS);
        assertThat(callback).as("granted, and its callback waits").isNotNull();
        coming.cancel(true);
        callback.run();
        assertThat(lock(1).acquire(Duration.ofSeconds(SOON_SECONDS)).isValid()).isTrue();
    }

    /** The recipe that does not work, and the one that does, where each node wakes up when the job of the one before is over. */
    @Test
    void withoutALeastTimeAShortJobRunsOnEveryNodeAndWithOneItRunsOnce() throws Exception {
        int without = 0;
        int with = 0;
        for (int node = 0; node < 3; node++) {
            without += runs(lock(node).tryAcquire());
        }
        for (int node = 0; node < 3; node++) {
            with += runs(lock(node).tryAcquire(AcquireOptions.atLeast(LEAST)));
        }
        assertThat(without).isEqualTo(3);
        assertThat(with).isEqualTo(1);
    }

    private int runs(Optional<Hold> mine) {
        mine.ifPresent(Hold::close);
        cluster.settle();
        return mine.isPresent() ? 1 : 0;
    }

    @Test
    void aHoldThatIsHadWithoutWaitingIsKeptTheSame() throws Exception {
        Hold hold = soon(lock(0).acquireAsync(AcquireOptions.atLeast(LEAST)).toCompletableFuture());
        hold.close();
        assertThat(lock(1).tryAcquire(AcquireOptions.atLeast(LEAST))).isEmpty();
        cluster.pass(LEAST);
        Hold next = lock(1).tryAcquire(AcquireOptions.atLeast(LEAST)).orElseThrow();
        next.close();
        assertThat(lock(2).tryAcquire(AcquireOptions.timeout(Duration.ZERO))).isEmpty();
    }
}
