// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.laws;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.Locks;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** One cluster for all laws of a class, threads at its nodes, and a name for each lock. */
@Tag("threads")
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LawWorld {
    /** Long enough for anything that comes at all. */
    static final Duration SOON = Duration.ofSeconds(60);

    private static final AtomicInteger LAST_NAME = new AtomicInteger();

    final LawPlace place;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private LockCluster cluster;

    LawWorld(LawPlace place) {
        this.place = place;
    }

    @BeforeAll
    void start() {
        cluster = place.start();
    }

    @AfterAll
    void stop() {
        threads.shutdownNow();
        cluster.close();
    }

    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).as("a law clears up its interrupts").isFalse();
    }

    /** The locks of the thread with this number, from 0. The thread of the test itself has number 0. */
    Locks at(int thread) {
        return place.of(cluster, thread);
    }

    static String freshName() {
        return "law-" + LAST_NAME.incrementAndGet();
    }

    <T> Future<T> begin(Callable<T> work) {
        return threads.submit(work);
    }

    static <T> T resultOf(Future<T> work) throws Exception {
        return work.get(SOON.toSeconds(), SECONDS);
    }

    <T> T inOtherThread(Callable<T> work) throws Exception {
        return resultOf(begin(work));
    }

    /** A thread that can be interrupted, and what its work led to. */
    record Worker<T>(Thread thread, Future<T> work) {
        T result() throws Exception {
            return resultOf(work);
        }
    }

    <T> Worker<T> beginWorker(Callable<T> work) throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Future<T> result = begin(() -> {
            thread.complete(Thread.currentThread());
            return work.call();
        });
        return new Worker<>(resultOf(thread), result);
    }

    /** Waits until this many claims of all nodes wait for the lock. */
    static void awaitWaiters(DistributedLock lock, int count) {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(lock.describe().waiters()).hasSize(count));
    }
}
