// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.laws;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link java.util.concurrent.locks.Lock}, and what {@link DistributedLock} adds to it, for a lock and both halves of a
 * read-write lock. {@link #mine} is the lock that the law is about, {@link #rival} one that conflicts with it.
 */
@SuppressWarnings("LockNotBeforeTry") // what lock and unlock do by themselves is what is tested
abstract class LockLaws extends LawWorld {
    /** Which lock of a name. */
    enum Kind {
        LOCK(Locks::lock, Locks::lock),
        WRITE_LOCK(
                (locks, name) -> locks.readWriteLock(name).writeLock(),
                (locks, name) -> locks.readWriteLock(name).readLock()),
        READ_LOCK(
                (locks, name) -> locks.readWriteLock(name).readLock(),
                (locks, name) -> locks.readWriteLock(name).writeLock());

        private final BiFunction<Locks, String, DistributedLock> mine;
        private final BiFunction<Locks, String, DistributedLock> rival;

        Kind(BiFunction<Locks, String, DistributedLock> mine, BiFunction<Locks, String, DistributedLock> rival) {
            this.mine = mine;
            this.rival = rival;
        }
    }

    private final Kind kind;
    private String name = "";
    private int unprotected;

    LockLaws(LawPlace place, Kind kind) {
        super(place);
        this.kind = kind;
    }

    @BeforeEach
    void chooseName() {
        name = freshName();
    }

    private DistributedLock mine(int thread) {
        return kind.mine.apply(at(thread), name);
    }

    private DistributedLock mine(int thread, String fresh) {
        return kind.mine.apply(at(thread), fresh);
    }

    private DistributedLock rival(int thread) {
        return kind.rival.apply(at(thread), name);
    }

    /** Of the two, the one that excludes itself. */
    private DistributedLock exclusive(int thread) {
        return kind == Kind.READ_LOCK ? rival(thread) : mine(thread);
    }

    private boolean rivalGetsIn() throws Exception {
        return inOtherThread(() -> {
            boolean got = rival(1).tryLock();
            if (got) {
                rival(1).unlock();
            }
            return got;
        });
    }

    /** Runs the law while another thread has a lock that conflicts. */
    private void whileHeldByAnother(Callable<?> law) throws Exception {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        Future<?> other = begin(() -> {
            rival(1).lock();
            taken.complete(null);
            resultOf(end);
            rival(1).unlock();
            return null;
        });
        resultOf(taken);
        try {
            law.call();
        } finally {
            end.complete(null);
            resultOf(other);
        }
    }

    @Test
    void oneAtATimeIsInside() throws Exception {
        int rounds = 25;
        List<Future<?>> workers = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            DistributedLock writing = exclusive(thread);
            int way = thread;
            workers.add(begin(() -> {
                for (int round = 0; round < rounds; round++) {
                    enter(writing, way);
                    unprotected = unprotected + 1;
                    writing.unlock();
                }
                return null;
            }));
        }
        for (Future<?> worker : workers) {
            resultOf(worker);
        }
        assertThat(unprotected).isEqualTo(6 * rounds);
    }

    private static void enter(DistributedLock lock, int way) throws InterruptedException {
        switch (way % 3) {
            case 0 -> lock.lock();
            case 1 -> lock.lockInterruptibly();
            default -> assertThat(lock.tryLock(SOON.toSeconds(), SECONDS)).isTrue();
        }
    }

    @Test
    void aThreadEntersAgainAndLeavesAsOften() throws Exception {
        DistributedLock lock = mine(0);
        assertThat(lock.holdCount()).isZero();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        lock.lock();
        lock.lockInterruptibly();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(0, SECONDS)).isTrue();
        assertThat(mine(0).tryLock(1, SECONDS)).as("through an equal object").isTrue();
        for (int count = 5; count > 0; count--) {
            assertThat(lock.holdCount()).isEqualTo(count);
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            assertThat(inOtherThread(lock::holdCount)).as("of another thread").isZero();
            assertThat(rivalGetsIn()).isFalse();
            lock.unlock();
        }
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(rivalGetsIn()).isTrue();
    }

    @Test
    void onlyTheThreadThatHasTheLockUnlocksIt() throws Exception {
        DistributedLock lock = mine(0);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        lock.lock();
        inOtherThread(() -> assertThatThrownBy(mine(0)::unlock).isInstanceOf(IllegalMonitorStateException.class));
        inOtherThread(() -> assertThatThrownBy(mine(1)::unlock).isInstanceOf(IllegalMonitorStateException.class));
        assertThat(rivalGetsIn()).isFalse();
        lock.unlock();
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("does not have the lock \"" + name + "\"");
        assertThat(rivalGetsIn()).isTrue();
    }

    private static void interrupted(DistributedLock lock, Callable<?> call) {
        int before = lock.holdCount();
        Thread.currentThread().interrupt();
        assertThatThrownBy(call::call).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted())
                .as("the exception says it")
                .isFalse();
        assertThat(lock.holdCount()).isEqualTo(before);
    }

    private static Callable<?> interruptibly(DistributedLock lock) {
        return () -> {
            lock.lockInterruptibly();
            return null;
        };
    }

    @Test
    void aPendingInterruptIsThrownAtOnceByCallsThatHeedIt() throws Exception {
        DistributedLock lock = mine(0);
        List<Callable<?>> calls = List.of(
                interruptibly(lock),
                () -> lock.tryLock(1, DAYS),
                () -> lock.tryLock(0, SECONDS),
                () -> lock.tryLock(-1, SECONDS));
        for (Callable<?> call : calls) {
            interrupted(lock, call); // a free lock
            whileHeldByAnother(() -> {
                interrupted(lock, call);
                return null;
            });
            lock.lock();
            interrupted(lock, call); // the thread has it already
            lock.unlock();
        }
        assertThat(rivalGetsIn()).isTrue();
    }

    @Test
    void lockAndTryLockLeaveAPendingInterruptAlone() throws Exception {
        DistributedLock lock = mine(0);
        Thread.currentThread().interrupt();
        lock.lock();
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        assertThat(Thread.interrupted()).as("kept for later").isTrue();
        whileHeldByAnother(() -> {
            Thread.currentThread().interrupt();
            assertThat(lock.tryLock()).isFalse();
            assertThat(Thread.interrupted()).as("kept for later").isTrue();
            return null;
        });
    }

    @Test
    void anInterruptEndsAWaitThatHeedsItAndLeavesNothingBehind() throws Exception {
        whileHeldByAnother(() -> {
            List<Callable<?>> calls = List.of(interruptibly(mine(2)), () -> mine(2).tryLock(1, DAYS));
            for (Callable<?> call : calls) {
                Worker<Boolean> worker = beginWorker(() -> {
                    assertThatThrownBy(call::call).isInstanceOf(InterruptedException.class);
                    return Thread.currentThread().isInterrupted() || mine(2).isHeldByCurrentThread();
                });
                awaitWaiters(mine(0), 1);
                worker.thread().interrupt();
                assertThat(worker.result()).isFalse();
                awaitWaiters(mine(0), 0);
            }
            return null;
        });
        assertThat(rivalGetsIn()).isTrue();
    }

    @Test
    void lockWaitsOnThroughAnInterruptAndKeepsIt() throws Exception {
        Worker<?>[] worker = new Worker<?>[1];
        whileHeldByAnother(() -> {
            worker[0] = beginWorker(() -> {
                mine(2).lock();
                mine(2).unlock();
                return Thread.interrupted();
            });
            awaitWaiters(mine(0), 1);
            worker[0].thread().interrupt();
            awaitWaiters(mine(0), 1);
            return null;
        });
        assertThat(worker[0].result()).isEqualTo(true);
    }

    @Test
    void aTimeoutOfZeroOrLessMeansNow() throws Exception {
        DistributedLock lock = mine(0);
        for (long time : List.of(0L, -1L, Long.MIN_VALUE)) {
            assertThat(lock.tryLock(time, SECONDS)).isTrue();
            lock.unlock();
            whileHeldByAnother(() -> assertThat(lock.tryLock(time, SECONDS)).isFalse());
        }
        assertThat(rivalGetsIn()).isTrue();
    }

    @Test
    void aWaitEndsWithItsTimeAndLeavesNothingBehind() throws Exception {
        DistributedLock lock = mine(0);
        whileHeldByAnother(() -> {
            assertThat(lock.tryLock(1, MILLISECONDS)).isFalse();
            assertThat(lock.tryLock(50, MILLISECONDS)).isFalse();
            assertThat(lock.tryAcquire(Duration.ofMillis(1))).isEmpty();
            assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(20)))
                    .isInstanceOfSatisfying(LockTimeoutException.class, late -> {
                        assertThat(late).hasMessageContaining("was not free within 20 ms: node " + at(1).nodeId());
                        assertThat(late.holder()).contains(at(1).nodeId());
                    });
            assertThat(lock.isHeldByCurrentThread()).isFalse();
            awaitWaiters(lock, 0);
            return null;
        });
        assertThat(rivalGetsIn()).isTrue();
    }

    @Test
    void aLockThatBecomesFreeInTimeIsHad() throws Exception {
        List<Future<Boolean>> waiter = new ArrayList<>();
        whileHeldByAnother(() -> {
            waiter.add(begin(() -> {
                boolean got = mine(2).tryLock(SOON.toSeconds(), SECONDS);
                mine(2).unlock();
                return got;
            }));
            awaitWaiters(mine(0), 1);
            return null;
        });
        assertThat(resultOf(waiter.get(0))).isTrue();
    }

    @Test
    void theShortestTimeoutGetsAFreeLock() throws Exception {
        assertThat(got(1, NANOSECONDS)).isEqualTo(100);
        assertThat(got(50, MICROSECONDS)).isEqualTo(100);
        assertThat(got(1, MILLISECONDS)).isEqualTo(100);
        assertThat(got(0, SECONDS)).isEqualTo(100);
    }

    /** How often of a hundred times a lock is had that nobody ever wanted. */
    private int got(long time, TimeUnit unit) throws InterruptedException {
        int got = 0;
        for (int round = 0; round < 100; round++) {
            DistributedLock lock = mine(round, freshName());
            if (lock.tryLock(time, unit)) {
                got++;
                lock.unlock();
            }
        }
        return got;
    }

    @Test
    void negativeTimeoutsOfHoldsAreRefused() {
        Duration negative = Duration.ofNanos(-1);
        List<Callable<?>> calls = List.of(
                () -> mine(0).acquire(negative),
                () -> mine(0).tryAcquire(negative),
                () -> mine(0).acquireAsync(negative));
        assertThat(calls)
                .allSatisfy(call -> assertThatThrownBy(call::call)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("PT-0.000000001S")
                        .hasMessageContaining("give zero"));
        assertThat(mine(0).isLocked()).isFalse();
    }

    @Test
    void theThreadsOfANodeGetInInTheOrderInWhichTheyAsked() throws Exception {
        int count = 9;
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Future<?>> waiters = new ArrayList<>();
        exclusive(0).lock();
        for (int thread = 0; thread < count; thread++) {
            int number = thread;
            DistributedLock writing = exclusive(thread);
            waiters.add(begin(() -> {
                writing.lock();
                order.add(number);
                writing.unlock();
                return null;
            }));
            awaitWaiters(mine(0), thread + 1);
        }
        exclusive(0).unlock();
        for (Future<?> waiter : waiters) {
            resultOf(waiter);
        }
        assertThat(order).hasSize(count).doesNotHaveDuplicates();
        for (int node = 0; node < 3; node++) {
            int first = node;
            assertThat(order.stream().filter(thread -> place.areTogether(thread, first)))
                    .isSorted();
        }
    }

    @Test
    void theFenceIsThatOfTheThreadAndRisesFromHoldToHold() throws Exception {
        assertThatThrownBy(mine(0)::fence)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("fence() belongs to the thread that called lock()");
        long last = 0;
        for (int round = 0; round < 6; round++) {
            boolean writes = round % 2 == 0;
            int thread = round;
            long fence = inOtherThread(() -> {
                DistributedLock lock = writes ? exclusive(thread) : mine(thread);
                lock.lock();
                long first = lock.fence();
                lock.lock();
                assertThat(lock.fence()).as("entered again").isEqualTo(first);
                lock.unlock();
                lock.unlock();
                assertThatThrownBy(lock::fence).isInstanceOf(IllegalMonitorStateException.class);
                return first;
            });
            assertThat(fence).isGreaterThan(last);
            last = fence;
        }
    }

    @Test
    void isLockedIsTheViewOfTheNode() throws Exception {
        DistributedLock lock = mine(0);
        assertThat(lock.isLocked()).isFalse();
        lock.lock();
        assertThat(lock.isLocked()).isTrue();
        assertThat(inOtherThread(mine(0)::isLocked)).as("for any thread").isTrue();
        assertThat(mine(1).isLocked()).isEqualTo(place.areTogether(0, 1));
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
        try (Hold hold = lock.acquire()) {
            assertThat(lock.isLocked()).as("a Hold counts too").isTrue();
            assertThat(lock.isHeldByCurrentThread()).as("but is of no thread").isFalse();
            assertThat(hold.isValid()).isTrue();
        }
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void oneNameGivesEqualObjects() {
        assertThat(mine(0)).isEqualTo(mine(0)).hasSameHashCodeAs(mine(0));
        assertThat(mine(0)).isNotEqualTo(mine(0, freshName())).isNotEqualTo(name);
        assertThat(mine(0).equals(mine(1))).isEqualTo(place.areTogether(0, 1));
        assertThat(at(0).readWriteLock(name)).isEqualTo(at(0).readWriteLock(name));
        assertThat(at(0).readWriteLock(name).writeLock())
                .isEqualTo(at(0).lock(name))
                .isNotEqualTo(at(0).readWriteLock(name).readLock());
    }

    @Test
    void thereAreNoConditions() {
        assertThatThrownBy(mine(0)::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }
}
