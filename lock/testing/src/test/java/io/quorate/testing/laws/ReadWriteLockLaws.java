// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.laws;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What readers and a writer owe each other: the contract of {@link java.util.concurrent.locks.ReadWriteLock}, and ours. */
@SuppressWarnings("LockNotBeforeTry") // what lock and unlock do by themselves is what is tested
abstract class ReadWriteLockLaws extends LawWorld {
    private String name = "";

    ReadWriteLockLaws(LawPlace place) {
        super(place);
    }

    @BeforeEach
    void chooseName() {
        name = freshName();
    }

    private DistributedLock reading(int thread) {
        return at(thread).readWriteLock(name).readLock();
    }

    private DistributedLock writing(int thread) {
        return at(thread).readWriteLock(name).writeLock();
    }

    private static boolean isHad(DistributedLock lock) {
        boolean got = lock.tryLock();
        if (got) {
            lock.unlock();
        }
        return got;
    }

    private boolean othersCan(DistributedLock lock) throws Exception {
        return inOtherThread(() -> isHad(lock));
    }

    @Test
    void readersReadTogetherAndAWriterIsAlone() throws Exception {
        AtomicInteger readers = new AtomicInteger();
        AtomicInteger writers = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        List<Future<?>> workers = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            int number = thread;
            workers.add(begin(() -> {
                for (int round = 0; round < 20; round++) {
                    boolean writes = (number + round) % 3 == 0;
                    DistributedLock lock = writes ? writing(number) : reading(number);
                    AtomicInteger own = writes ? writers : readers;
                    lock.lock();
                    own.incrementAndGet();
                    boolean isRight = writes ? readers.get() == 0 && writers.get() == 1 : writers.get() == 0;
                    wrong.addAndGet(isRight ? 0 : 1);
                    own.decrementAndGet();
                    lock.unlock();
                }
                return null;
            }));
        }
        for (Future<?> worker : workers) {
            resultOf(worker);
        }
        assertThat(wrong).hasValue(0);
        reading(0).lock();
        // The request and the release of a writer may still be on their way to a slow voter.
        awaitWaiters(reading(0), 0);
        assertThat(othersCan(reading(1))).isTrue();
        assertThat(othersCan(writing(1))).isFalse();
        reading(0).unlock();
    }

    /** A node that has just written has the votes of a writer. Its readers must not use them: readers elsewhere would wait. */
    @Test
    void aReaderAfterAWriterSharesTheLock() throws Exception {
        for (int use = 0; use < 5; use++) { // so often that the node keeps its votes
            writing(0).lock();
            writing(0).unlock();
        }
        reading(0).lock();
        assertThat(othersCan(reading(1))).isTrue();
        assertThat(othersCan(reading(2))).isTrue();
        assertThat(othersCan(writing(1))).isFalse();
        reading(0).unlock();
    }

    /** A reader that waits behind a writer of its own node comes next, and others read with it. */
    @Test
    void aReaderBehindAWriterOfItsNodeSharesTheLock() throws Exception {
        Hold writer = writing(0).acquire();
        Worker<Hold> reader = beginWorker(() -> reading(0).acquire());
        awaitWaiters(writing(0), 1);
        writer.close();
        try (Hold hold = reader.result()) {
            assertThat(hold.isValid()).isTrue();
            assertThat(othersCan(reading(1))).isTrue();
            assertThat(othersCan(writing(1))).isFalse();
        }
    }

    /** Two threads of one node, at names that nobody ever wanted. */
    @Test
    void noReaderIsRefusedWhileThereIsNoWriter() throws Exception {
        int rounds = 300;
        List<String> names = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            names.add(freshName());
        }
        CyclicBarrier together = new CyclicBarrier(2);
        Callable<Integer> reader = () -> {
            int got = 0;
            for (String each : names) {
                together.await(SOON.toSeconds(), SECONDS);
                DistributedLock lock = at(0).readWriteLock(each).readLock();
                if (lock.tryLock()) {
                    got++;
                    lock.unlock();
                }
            }
            return got;
        };
        Future<Integer> other = begin(reader);
        assertThat(inOtherThread(reader) + resultOf(other)).isEqualTo(2 * rounds);
    }

    @Test
    void aReaderDoesNotBecomeAWriter() throws Exception {
        DistributedLock read = reading(0);
        DistributedLock write = writing(0);
        read.lock();
        assertThat(write.tryLock()).isFalse();
        assertThat(write.tryLock(0, SECONDS)).isFalse();
        assertThat(write.tryLock(10, MILLISECONDS)).isFalse();
        assertThatThrownBy(write::lock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("Unlock the read lock first");
        assertThatThrownBy(write::lockInterruptibly).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(write::acquire).isInstanceOf(IllegalMonitorStateException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(write::lockInterruptibly).isInstanceOf(InterruptedException.class);
        assertThat(write.holdCount()).isZero();
        assertThat(read.holdCount()).isEqualTo(1);
        assertThat(othersCan(reading(1))).as("nothing is left behind").isTrue();
        read.unlock();
        assertThat(isHad(write)).isTrue();
    }

    @Test
    void aTimedAttemptOfAReaderToWriteCanBeInterrupted() throws Exception {
        Worker<Integer> reader = beginWorker(() -> {
            reading(0).lock();
            assertThatThrownBy(() -> writing(0).tryLock(SOON.toSeconds() * 10, SECONDS))
                    .isInstanceOf(InterruptedException.class);
            int count = reading(0).holdCount();
            reading(0).unlock();
            return count;
        });
        awaitWaiters(writing(0), 1);
        reader.thread().interrupt();
        assertThat(reader.result()).isEqualTo(1);
        assertThat(othersCan(writing(1))).isTrue();
    }

    @Test
    void aWriterMayReadAndStaysAloneUntilItHasLeftBoth() throws Exception {
        writing(0).lock();
        reading(0).lock();
        assertThat(reading(0).tryLock()).isTrue();
        assertThat(writing(0).holdCount()).isEqualTo(1);
        assertThat(reading(0).holdCount()).isEqualTo(2);
        assertThat(reading(0).fence()).isEqualTo(writing(0).fence());
        assertThat(reading(0).isLocked()).isTrue();
        writing(0).unlock();
        assertThat(writing(0).isHeldByCurrentThread()).isFalse();
        assertThat(reading(0).isHeldByCurrentThread()).isTrue();
        assertThat(othersCan(writing(1))).isFalse();
        assertThat(othersCan(reading(1)))
                .as("here the JDK lets readers in, and we do not")
                .isFalse();
        reading(0).unlock();
        reading(0).unlock();
        assertThat(othersCan(writing(1))).isTrue();
    }

    @Test
    void eachHalfIsUnlockedByItself() throws Exception {
        reading(0).lock();
        assertThatThrownBy(writing(0)::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(writing(0).isLocked()).isFalse();
        reading(0).unlock();
        writing(0).lock();
        assertThatThrownBy(reading(0)::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(reading(0).isLocked()).as("the write lock covers it").isTrue();
        writing(0).unlock();
        assertThat(othersCan(writing(1))).isTrue();
    }

    /** Begins to write as the thread with this number, and returns when it waits. */
    private Future<?> waitingWriter(int thread, List<String> order) {
        Future<?> writer = begin(() -> {
            writing(thread).lock();
            order.add("writer");
            writing(thread).unlock();
            return null;
        });
        awaitWaiters(writing(0), 1);
        return writer;
    }

    private void awaitNoReaderIsLetIn(int thread) {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> !inOtherThread(() -> isHad(reading(thread))));
    }

    private List<Future<?>> laterReaders(int count, List<String> order) {
        List<Future<?>> readers = new ArrayList<>();
        for (int thread = 0; thread < count; thread++) {
            int number = thread;
            readers.add(begin(() -> {
                reading(number).lock();
                order.add("reader");
                reading(number).unlock();
                return null;
            }));
        }
        return readers;
    }

    @Test
    void aWriterThatWaitsIsNotOvertakenByLaterReaders() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        Hold reader = reading(0).acquire();
        Future<?> writer = waitingWriter(1, order);
        for (int thread = 0; thread < 3; thread++) {
            awaitNoReaderIsLetIn(thread);
        }
        List<Future<?>> readers = laterReaders(9, order);
        awaitWaiters(writing(0), 10);
        assertThat(order).isEmpty();
        reader.close();
        resultOf(writer);
        for (Future<?> each : readers) {
            resultOf(each);
        }
        assertThat(order).hasSize(10).first().isEqualTo("writer");
    }

    /** The voters hear of the writer while its node still reads: its readers and those of other nodes that come later wait. */
    @Test
    void aWriterBehindAReaderOfItsNodeIsNotOvertakenByLaterReaders() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        Hold own = reading(0).acquire();
        Hold elsewhere = reading(1).acquire();
        Future<?> writer = waitingWriter(0, order);
        for (int thread = 0; thread < 3; thread++) {
            awaitNoReaderIsLetIn(thread);
        }
        List<Future<?>> readers = laterReaders(9, order);
        awaitWaiters(writing(0), 10);
        own.close();
        assertThat(order).isEmpty();
        elsewhere.close();
        resultOf(writer);
        for (Future<?> each : readers) {
            resultOf(each);
        }
        assertThat(order).hasSize(10).first().isEqualTo("writer");
    }

    @Test
    void aWriterBehindAReaderOfItsNodeThatGivesUpKeepsReadersBackNoLonger() throws Exception {
        Hold own = reading(0).acquire();
        Worker<?> writer = beginWorker(
                () -> assertThatThrownBy(writing(0)::lockInterruptibly).isInstanceOf(InterruptedException.class));
        awaitWaiters(writing(0), 1);
        for (int thread = 1; thread < 3; thread++) {
            awaitNoReaderIsLetIn(thread);
        }
        writer.thread().interrupt();
        writer.result();
        assertReadersAreLetIn(own);
    }

    private void assertReadersAreLetIn(Hold beside) throws Exception {
        for (int thread = 1; thread < 3; thread++) {
            int number = thread;
            assertThat(inOtherThread(() -> {
                        reading(number).lock();
                        reading(number).unlock();
                        return beside.isValid();
                    }))
                    .isTrue();
        }
        beside.close();
    }

    @Test
    void aReaderEntersAgainAlthoughAWriterWaits() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        reading(0).lock();
        Future<?> writer = waitingWriter(1, order);
        awaitNoReaderIsLetIn(0);
        reading(0).lock();
        assertThat(reading(0).tryLock()).isTrue();
        assertThat(reading(0).holdCount()).isEqualTo(3);
        for (int count = 0; count < 3; count++) {
            reading(0).unlock();
        }
        resultOf(writer);
        assertThat(order).containsExactly("writer");
    }

    @Test
    void aWriterThatGivesUpKeepsReadersBackNoLonger() throws Exception {
        Hold reader = reading(0).acquire();
        Worker<?> writer = beginWorker(
                () -> assertThatThrownBy(writing(1)::lockInterruptibly).isInstanceOf(InterruptedException.class));
        awaitWaiters(writing(0), 1);
        awaitNoReaderIsLetIn(2);
        writer.thread().interrupt();
        writer.result();
        assertReadersAreLetIn(reader);
    }
}
