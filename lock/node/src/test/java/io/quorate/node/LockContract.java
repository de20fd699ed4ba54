// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockLostException;
import io.quorate.api.LockMode;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.node.embedded.EmbeddedLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every cluster of three nodes owes its users, whatever carries its frames. */
@Tag("threads")
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // what lock and unlock do by themselves is what is tested
public abstract class LockContract {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration BRIEFLY = Duration.ofMillis(50);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private List<EmbeddedLocks> nodes = List.of();

    /** Three nodes that reach each other. */
    protected abstract List<? extends Locks> start() throws Exception;

    /** Whether readers of different nodes may be inside together. */
    protected boolean knowsShared() {
        return true;
    }

    @BeforeEach
    void startNodes() throws Exception {
        nodes = start().stream().map(EmbeddedLocks.class::cast).toList();
    }

    @AfterEach
    void stopNodes() {
        threads.shutdownNow();
        stop();
    }

    protected void stop() {
        nodes.forEach(EmbeddedLocks::close);
    }

    protected static boolean isClosed(Locks locks) {
        return ((EmbeddedLocks) locks).node().isClosed();
    }

    final DistributedLock lock(int node, String name) {
        return nodes.get(node).lock(name);
    }

    private void awaitNothingLeft() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(nodes)
                        .extracting(each -> each.node().counters().locksInUse())
                        .containsOnly(0));
    }

    private void awaitWaiting(int node, String name, int count) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(waitersAt(node, name)).isEqualTo(count));
    }

    private long waitersAt(int node, String name) {
        String id = nodes.get(node).nodeId();
        return lock(node, name).describe().waiters().stream()
                .filter(party -> party.nodeId().equals(id))
                .count();
    }

    private static int unprotected;

    @Test
    void oneThreadAtATimeIsInside() throws Exception {
        unprotected = 0;
        int rounds = 150;
        List<Future<?>> workers = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            for (int worker = 0; worker < 4; worker++) {
                DistributedLock lock = lock(node, "counter");
                boolean handle = worker % 2 == 0;
                workers.add(threads.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        count(lock, handle);
                    }
                    return null;
                }));
            }
        }
        for (Future<?> worker : workers) {
            worker.get(50, SECONDS);
        }
        assertThat(unprotected).isEqualTo(12 * rounds);
        awaitNothingLeft();
    }

    private static void count(DistributedLock lock, boolean handle) throws InterruptedException {
        if (handle) {
            try (Hold hold = lock.acquire()) {
                assertThat(hold.isValid()).isTrue();
                unprotected = unprotected + 1;
            }
        } else {
            lock.lock();
            try {
                unprotected = unprotected + 1;
            } finally {
                lock.unlock();
            }
        }
    }

    @Test
    void aThreadMayTakeItsLockAgainThroughAnyHandleOfIt() {
        lock(0, "r").lock();
        lock(0, "r").lock();
        assertThat(lock(0, "r").tryLock()).isTrue();
        lock(0, "r").unlock();
        lock(0, "r").unlock();
        assertThat(lock(1, "r").tryLock()).as("still held once").isFalse();
        lock(0, "r").unlock();
        assertThat(lock(1, "r").tryLock()).isTrue();
        lock(1, "r").unlock();
        awaitNothingLeft();
    }

    @Test
    void onlyTheThreadThatHasTheLockUnlocksIt() throws Exception {
        DistributedLock lock = lock(0, "mine");
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("does not have the lock \"mine\"");
        lock.lock();
        inOtherThread(() -> {
            assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
            assertThat(lock.tryLock()).as("another thread of the same node").isFalse();
            return null;
        });
        lock.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        awaitNothingLeft();
    }

    private <T> T inOtherThread(Callable<T> work) throws Exception {
        return threads.submit(work).get(50, SECONDS);
    }

    @Test
    void anInterruptEndsTheWaitAndLeavesNothingBehind() throws Exception {
        Hold hold = lock(0, "i").acquire();
        AtomicReference<Thread> waiter = new AtomicReference<>();
        Future<Boolean> flagAfterwards = threads.submit(() -> {
            waiter.set(Thread.currentThread());
            assertThatThrownBy(() -> lock(1, "i").lockInterruptibly()).isInstanceOf(InterruptedException.class);
            return Thread.currentThread().isInterrupted();
        });
        awaitWaiting(1, "i", 1);
        waiter.get().interrupt();
        assertThat(flagAfterwards.get(50, SECONDS)).isFalse();
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
        awaitNothingLeft();
    }

    @Test
    void lockGoesOnWaitingThroughAnInterruptAndKeepsIt() throws Exception {
        Hold hold = lock(0, "u").acquire();
        AtomicReference<Thread> waiter = new AtomicReference<>();
        Future<Boolean> flagAfterwards = threads.submit(() -> {
            waiter.set(Thread.currentThread());
            lock(1, "u").lock();
            lock(1, "u").unlock();
            return Thread.interrupted();
        });
        awaitWaiting(1, "u", 1);
        waiter.get().interrupt();
        assertThat(waitersAt(1, "u")).isEqualTo(1);
        hold.close();
        assertThat(flagAfterwards.get(50, SECONDS)).isTrue();
        awaitNothingLeft();
    }

    @Test
    void whoComesInterruptedDoesNotEvenAsk() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock(0, "x").acquire()).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aTimeoutLeavesNothingBehind() throws Exception {
        Hold hold = lock(0, "t").acquire();
        assertThatThrownBy(() -> lock(1, "t").acquire(BRIEFLY))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("within 50 ms");
        assertThat(lock(2, "t").tryAcquire(BRIEFLY)).isEmpty();
        assertThat(lock(2, "t").tryAcquire()).isEmpty();
        assertThatThrownBy(() -> lock(2, "t").acquire(Duration.ZERO)).isInstanceOf(LockTimeoutException.class);
        assertThat(lock(0, "t").tryAcquire(BRIEFLY))
                .as("at the holder's own node")
                .isEmpty();
        assertThat(lock(1, "t").tryLock(50, MILLISECONDS)).isFalse();
        assertThat(lock(1, "t").tryLock()).isFalse();
        assertThat(lock(1, "t").tryLock(0, MILLISECONDS)).isFalse();
        hold.close();
        awaitNothingLeft();
        Optional<Hold> now = lock(1, "t").tryAcquire(SOON);
        assertThat(now).isPresent();
        now.get().close();
        awaitNothingLeft();
    }

    @Test
    void anAsynchronousHoldIsOwnedByItsHandle() throws Exception {
        Hold first = lock(0, "a").acquireAsync().toCompletableFuture().get(50, SECONDS);
        assertThat(first.isValid()).isTrue();
        assertThat(first.mode()).isEqualTo(LockMode.EXCLUSIVE);
        CompletableFuture<Hold> second = lock(1, "a").acquireAsync().toCompletableFuture();
        awaitWaiting(1, "a", 1);
        inOtherThread(() -> {
            first.close();
            return null;
        });
        assertThat(first.isValid()).isFalse();
        Hold hold = second.get(50, SECONDS);
        inOtherThread(() -> {
            hold.close();
            hold.close();
            return null;
        });
        awaitNothingLeft();
    }

    @Test
    void anAsynchronousClaimTimesOutAndCanBeCancelled() throws Exception {
        Hold hold = lock(0, "c").acquire();
        CompletableFuture<Hold> brief = lock(1, "c").acquireAsync(BRIEFLY).toCompletableFuture();
        assertThatThrownBy(() -> brief.get(50, SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LockTimeoutException.class);
        CompletableFuture<Hold> cancelled = lock(1, "c").acquireAsync().toCompletableFuture();
        awaitWaiting(1, "c", 1);
        cancelled.cancel(false);
        awaitWaiting(1, "c", 0);
        hold.close();
        awaitNothingLeft();
    }

    @Test
    void readersReadTogetherAndAWriterIsAlone() throws Exception {
        assumeTrue(knowsShared());
        List<Hold> readers = new ArrayList<>();
        for (EmbeddedLocks node : nodes) {
            readers.add(node.readWriteLock("rw").readLock().acquire(SOON));
        }
        assertThat(readers).allMatch(Hold::isValid).allMatch(hold -> hold.mode() == LockMode.SHARED);
        assertThat(nodes.get(0).readWriteLock("rw").writeLock().tryAcquire(BRIEFLY))
                .isEmpty();
        readers.forEach(Hold::close);
        try (Hold writer = nodes.get(0).readWriteLock("rw").writeLock().acquire(SOON)) {
            assertThat(writer.isValid()).isTrue();
            assertThat(nodes.get(1).readWriteLock("rw").readLock().tryAcquire(BRIEFLY))
                    .isEmpty();
            assertThat(lock(2, "rw").tryAcquire(BRIEFLY))
                    .as("the plain lock of that name")
                    .isEmpty();
        }
        awaitNothingLeft();
    }

    @Test
    void bothHalvesAreReentrantAndAWriterMayRead() throws Exception {
        DistributedReadWriteLock rw = nodes.get(0).readWriteLock("re");
        rw.readLock().lock();
        rw.readLock().lock();
        rw.readLock().unlock();
        rw.readLock().unlock();
        rw.writeLock().lock();
        rw.writeLock().lock();
        rw.readLock().lock();
        rw.writeLock().unlock();
        rw.writeLock().unlock();
        assertThat(inOtherThread(
                        () -> nodes.get(1).readWriteLock("re").writeLock().tryLock()))
                .as("the reader of before still has it")
                .isFalse();
        rw.readLock().unlock();
        awaitNothingLeft();
    }

    @Test
    void aReaderThatWantsToWriteIsRefusedAtOnce() {
        DistributedReadWriteLock rw = nodes.get(0).readWriteLock("up");
        rw.readLock().lock();
        assertThatThrownBy(() -> rw.writeLock().lock())
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("Unlock the read lock first");
        rw.readLock().unlock();
        awaitNothingLeft();
    }

    @Test
    void closingANodeGivesBackWhatItHeldAndFailsWhatWaited() throws Exception {
        EmbeddedLocks leaving = nodes.get(0);
        Hold held = leaving.lock("held").acquire();
        CompletableFuture<LossReason> loss = new CompletableFuture<>();
        held.onLost(loss::complete);
        Hold elsewhere = lock(1, "awaited").acquire();
        CompletableFuture<Hold> waiting = leaving.lock("awaited").acquireAsync().toCompletableFuture();
        Future<?> blocked = threads.submit(() -> leaving.lock("awaited").lock());
        awaitWaiting(0, "awaited", 2);
        leaving.close();
        assertThat(held.isValid()).isFalse();
        assertThat(loss.get(50, SECONDS)).isEqualTo(LossReason.NODE_CLOSED);
        held.close();
        assertThat(held.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        CountDownLatch toldLate = new CountDownLatch(1);
        held.onLost(reason -> toldLate.countDown());
        assertThat(toldLate.await(50, SECONDS)).isTrue();
        assertThatThrownBy(() -> blocked.get(50, SECONDS)).hasCauseInstanceOf(LocksClosedException.class);
        assertThatThrownBy(waiting::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(LocksClosedException.class);
        assertThatThrownBy(() -> leaving.lock("x").acquire()).isInstanceOf(LocksClosedException.class);
        lock(1, "held").acquire(SOON).close();
        elsewhere.close();
        leaving.close();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(nodes.subList(1, 3))
                        .extracting(each -> each.node().counters().locksInUse())
                        .containsOnly(0));
    }

    @Test
    void unlockAfterTheLossSaysSo() {
        DistributedLock lock = lock(0, "gone");
        lock.lock();
        lock.lock();
        nodes.get(0).close();
        assertThatThrownBy(lock::lock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("because its node was closed");
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .isNotInstanceOf(LockLostException.class);
    }

    @Test
    void anyNodeCanTellWhoHoldsAndWhoWaits() throws Exception {
        Hold hold = lock(0, "d").acquire();
        CompletableFuture<Hold> waiting = lock(1, "d").acquireAsync().toCompletableFuture();
        awaitWaiting(1, "d", 1);
        LockDescription seen = lock(2, "d").describe();
        assertThat(seen.unanswered()).isEmpty();
        assertThat(seen.isFree()).isFalse();
        assertThat(seen.holders()).singleElement().satisfies(party -> {
            assertThat(party.nodeId()).isEqualTo(nodes.get(0).nodeId());
            assertThat(party.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(party.label()).isEqualTo(Thread.currentThread().getName());
            assertThat(party.mode()).isEqualTo(LockMode.EXCLUSIVE);
        });
        assertThat(seen.waiters())
                .singleElement()
                .satisfies(party ->
                        assertThat(party.nodeId()).isEqualTo(nodes.get(1).nodeId()));
        assertThat(seen.votes())
                .filteredOn(LockDescription.Vote::granted)
                .extracting(LockDescription.Vote::requester)
                .contains(nodes.get(0).nodeId());
        assertThat(seen.toString()).contains("is held by").contains("waiting:");
        hold.close();
        waiting.get(50, SECONDS).close();
        awaitNothingLeft();
        assertThat(lock(2, "d").describe().isFree()).isTrue();
    }
}
