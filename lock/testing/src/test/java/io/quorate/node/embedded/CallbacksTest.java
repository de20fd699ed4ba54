// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Health;
import io.quorate.api.Hold;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.LockRefusedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.LossReason;
import io.quorate.node.NodeBuilder;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where callbacks of the application run, and what one that blocks cannot do. */
@Tag("threads")
class CallbacksTest {
    private static final LocksConfig USUAL = LocksConfig.of("a=x:1");
    private static final Duration SOON = Duration.ofSeconds(50);

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<AutoCloseable> toClose = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        goOn.countDown();
        for (AutoCloseable each : toClose) {
            each.close();
        }
    }

    private InMemoryCluster cluster(LocksConfig config) {
        InMemoryCluster cluster = new InMemoryCluster(
                NodeBuilder.of(InMemoryCluster.roster(3), "quorumlock", null, NodeSettings.of(config)));
        toClose.add(cluster);
        return cluster;
    }

    private void block(CountDownLatch begun) {
        begun.countDown();
        try {
            goOn.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    /** Blocks every thread for callbacks that node 0 has. Another node holds the locks until the stages are attached. */
    private void blockStages(InMemoryCluster cluster) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(Callbacks.THREADS_MAX);
        List<Hold> inTheWay = new ArrayList<>();
        List<CompletableFuture<Void>> stages = new ArrayList<>();
        for (int index = 0; index < Callbacks.THREADS_MAX; index++) {
            inTheWay.add(cluster.node(1).lock("stage" + index).acquire());
            stages.add(cluster.node(0)
                    .lock("stage" + index)
                    .acquireAsync()
                    .toCompletableFuture()
                    .thenAccept(hold -> block(begun)));
        }
        inTheWay.forEach(Hold::close);
        assertThat(begun.await(50, SECONDS)).isTrue();
        assertThat(stages).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void blockedStagesDoNotDelayALossNotification() throws Exception {
        InMemoryCluster cluster = cluster(USUAL);
        Locks locks = cluster.node(0);
        CompletableFuture<String> ofListener = new CompletableFuture<>();
        locks.addListener(new LockListener() {
            @Override
            public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
                if (lockName.equals("x")) {
                    ofListener.complete(lockName);
                }
            }
        });
        Hold hold = locks.lock("x").acquire();
        CompletableFuture<LossReason> ofHold = new CompletableFuture<>();
        hold.onLost(ofHold::complete);
        blockStages(cluster);

        locks.close();

        assertThat(ofHold.get(50, SECONDS)).isEqualTo(LossReason.NODE_CLOSED);
        assertThat(ofListener.get(50, SECONDS)).isEqualTo("x");
        assertThat(goOn.getCount()).as("the stages still block").isEqualTo(1);
    }

    @Test
    void aLossListenerThatBlocksDoesNotDelayTheNext() throws Exception {
        Callbacks callbacks = new Callbacks("n", null, 1);
        toClose.add(callbacks::close);
        for (int index = 0; index < Callbacks.THREADS_MAX; index++) {
            callbacks.tell(reason -> block(new CountDownLatch(1)), LossReason.REVOKED);
        }
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        callbacks.tell(told::complete, LossReason.REVOKED);
        assertThat(told.get(50, SECONDS)).isEqualTo(LossReason.REVOKED);
    }

    /** Gives no thread while the system has none. */
    private static final class FewThreads implements java.util.concurrent.ThreadFactory {
        volatile boolean none;

        @Override
        public Thread newThread(Runnable task) {
            if (none) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            Thread thread = new Thread(task, "one-of-few");
            thread.setDaemon(true);
            return thread;
        }
    }

    @Test
    void withoutAThreadLossesAreToldByWhoeverRevivesThemAndOthersWaitForOne() throws Exception {
        FewThreads threads = new FewThreads();
        Callbacks callbacks = new Callbacks(null, 10, threads, threads);
        toClose.add(callbacks::close);
        threads.none = true;
        CompletableFuture<Thread> told = new CompletableFuture<>();
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        warnings(() -> {
            callbacks.tell(reason -> told.complete(Thread.currentThread()), LossReason.REVOKED);
            callbacks.run(() -> ran.complete(Thread.currentThread()));
        });
        assertThat(callbacks.revive(false)).isFalse();
        assertThat(told.get(50, SECONDS)).isSameAs(Thread.currentThread());
        assertThat(callbacks.revive(false)).isFalse();
        assertThat(ran).isNotDone();
        threads.none = false;
        callbacks.revive(false);
        assertThat(ran.get(50, SECONDS).getName()).isEqualTo("one-of-few");
    }

    @Test
    void withoutAThreadAllIsRunByWhoeverEndsTheNode() throws Exception {
        FewThreads threads = new FewThreads();
        Callbacks callbacks = new Callbacks(null, 10, threads, threads);
        threads.none = true;
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        warnings(() -> callbacks.run(() -> ran.complete(Thread.currentThread())));
        callbacks.close();
        assertThat(callbacks.revive(true)).isFalse();
        assertThat(ran.get(50, SECONDS)).isSameAs(Thread.currentThread());
        assertThat(callbacks.revive(true)).isTrue();
    }

    @Test
    void aThreadThatIsThereTakesWhatTheSystemHasNoNewOneFor() throws Exception {
        FewThreads threads = new FewThreads();
        Callbacks callbacks = new Callbacks(null, 10, threads, threads);
        toClose.add(callbacks::close);
        CountDownLatch begun = new CountDownLatch(1);
        callbacks.tell(reason -> block(begun), LossReason.REVOKED);
        assertThat(begun.await(50, SECONDS)).isTrue();
        threads.none = true;
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        warnings(() -> callbacks.tell(told::complete, LossReason.REVOKED));
        goOn.countDown();
        assertThat(told.get(50, SECONDS)).isEqualTo(LossReason.REVOKED);
    }

    @Test
    void aFullQueueIsCountedAndSaidOnceAndStillTakesWhatWasAcceptedAndLosses() throws Exception {
        List<Runnable> queue = new ArrayList<>();
        Callbacks callbacks = new Callbacks("n", queue::add, 2);
        toClose.add(callbacks::close);
        AtomicInteger ran = new AtomicInteger();
        callbacks.run(ran::incrementAndGet);
        assertThat(callbacks.accepts()).isTrue();
        callbacks.run(ran::incrementAndGet);
        List<String> said = warnings(() -> {
            assertThat(callbacks.accepts()).isFalse();
            assertThat(callbacks.accepts()).isFalse();
        });
        assertThat(said).hasSize(1).first().asString().contains("callbackExecutor");
        assertThat(callbacks.refusedCount()).isEqualTo(2);

        callbacks.run(ran::incrementAndGet);
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        callbacks.tell(told::complete, LossReason.REVOKED);
        assertThat(told.get(50, SECONDS)).isEqualTo(LossReason.REVOKED);

        queue.forEach(Runnable::run);
        assertThat(ran).hasValue(3);
        assertThat(callbacks.accepts()).isTrue();
    }

    @Test
    void anAcquireIsRefusedAtOnceWhileTheQueueIsFull() {
        List<Runnable> queue = new ArrayList<>();
        Locks locks = cluster(USUAL.callbackExecutor(queue::add)).node(0);
        List<LockListener.Outcome> outcomes = new ArrayList<>();
        locks.addListener(new LockListener() {
            @Override
            public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
                outcomes.add(outcome);
            }
        });
        Callbacks callbacks = ((EmbeddedLocks) locks).node().callbacks();
        for (int index = 0; index < Callbacks.QUEUED_MAX; index++) {
            callbacks.run(() -> {});
        }
        assertThatThrownBy(locks.lock("x").acquireAsync().toCompletableFuture()::join)
                .hasCauseInstanceOf(LockRefusedException.class)
                .hasMessageContaining("callbackExecutor");
        assertThat(outcomes).containsExactly(LockListener.Outcome.REFUSED);
        assertThat(locks.statistics().callbacksRefused()).isEqualTo(1);
    }

    @Test
    void stagesRunOnTheExecutorOfTheApplication() throws Exception {
        Executor here = task -> new Thread(task, "of-the-application").start();
        InMemoryCluster cluster = cluster(USUAL.callbackExecutor(here));
        Hold inTheWay = cluster.node(1).lock("x").acquire();
        CompletableFuture<String> thread = cluster.node(0)
                .lock("x")
                .acquireAsync()
                .toCompletableFuture()
                .thenApply(hold -> {
                    hold.close();
                    return Thread.currentThread().getName();
                });
        inTheWay.close();
        assertThat(thread.get(50, SECONDS)).isEqualTo("of-the-application");
    }

    @Test
    void whatTheExecutorRejectsRunsOnAThreadOfTheLibrary() throws Exception {
        Callbacks callbacks = new Callbacks(
                "n",
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                2);
        toClose.add(callbacks::close);
        CompletableFuture<String> thread = new CompletableFuture<>();
        List<String> said = warnings(() -> {
            callbacks.run(() -> {});
            callbacks.run(() -> thread.complete(Thread.currentThread().getName()));
        });
        assertThat(thread.get(50, SECONDS)).startsWith("quorate-callback-n");
        assertThat(said).hasSize(1);
    }

    @Test
    void whatMakesTheExecutorThrowRunsOnAThreadOfTheLibraryOnce() throws Exception {
        List<Runnable> taken = new ArrayList<>();
        Callbacks callbacks = new Callbacks(
                "n",
                task -> {
                    taken.add(task);
                    throw new OutOfMemoryError("unable to create native thread");
                },
                1);
        toClose.add(callbacks::close);
        AtomicInteger ran = new AtomicInteger();
        CompletableFuture<String> thread = new CompletableFuture<>();
        List<String> said = warnings(() -> callbacks.run(() -> {
            ran.incrementAndGet();
            thread.complete(Thread.currentThread().getName());
        }));
        assertThat(thread.get(50, SECONDS)).startsWith("quorate-callback-n");
        taken.forEach(Runnable::run);
        assertThat(ran).hasValue(1);
        assertThat(said).hasSize(1);
        assertThat(callbacks.accepts()).as("nothing is queued any more").isTrue();
    }

    @Test
    void anExecutorThatThrowsNeitherEndsTheNodeNorKeepsItFromClosing() throws Exception {
        for (Throwable thrown : List.of(new IllegalStateException("on purpose"), new OutOfMemoryError("on purpose"))) {
            Executor throwing = task -> {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown;
            };
            InMemoryCluster cluster = cluster(USUAL.callbackExecutor(throwing));
            EmbeddedLocks locks = cluster.node(0);
            List<Health.State> heard = new CopyOnWriteArrayList<>();
            locks.addHealthListener(health -> heard.add(health.state()));
            cluster.cutOff(0);
            await().atMost(SOON).until(() -> heard.contains(Health.State.NO_QUORUM));
            cluster.reconnect(0);
            await().atMost(SOON).until(() -> heard.contains(Health.State.VOTING));
            assertThat(locks.node().failure()).isNull();
            locks.lock("x").acquire(SOON).close();
            locks.close();
            await().atMost(SOON).until(() -> heard.contains(Health.State.CLOSED));
            assertThat(locks.node().isClosed()).isTrue();
            cluster.node(1).lock("x").acquire(SOON).close();
        }
    }

    @Test
    void theShutdownOfTheProcessAsksForReleaseThoughTheExecutorThrows() throws Exception {
        InMemoryCluster cluster = cluster(USUAL.callbackExecutor(task -> {
            throw new OutOfMemoryError("on purpose");
        }));
        EmbeddedLocks locks = cluster.node(0);
        locks.addHealthListener(health -> {});
        Hold hold = locks.lock("x").acquire(SOON);
        hold.onReleaseRequested(who -> hold.close());
        locks.node().closeWithProcess(SOON);
        assertThat(locks.node().isClosed()).isTrue();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
    }

    private static List<String> warnings(Runnable action) {
        List<String> texts = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                texts.add(logged.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(Callbacks.class.getName());
        logger.addHandler(handler);
        try {
            action.run();
        } finally {
            logger.removeHandler(handler);
        }
        return texts;
    }
}
