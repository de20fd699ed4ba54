// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedSemaphore;
import io.quorate.api.LockDescription;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LocksConfig;
import io.quorate.api.Permit;
import io.quorate.node.net.HeardLog;
import io.quorate.node.recipe.PermitNumbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A semaphore of a cluster, over nodes in memory. */
@Tag("threads")
@Timeout(120)
class SemaphoreTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final RestartableCluster cluster = new RestartableCluster(3);

    @AfterEach
    void close() {
        cluster.close();
    }

    private DistributedSemaphore semaphore(int node, int permits) {
        return cluster.node(node).semaphore("s", permits);
    }

    private CompletableFuture<Permit> acquire(int node, int permits) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return semaphore(node, permits).acquire();
                    } catch (InterruptedException interruption) {
                        throw new IllegalStateException(interruption);
                    }
                },
                task -> new Thread(task, "acquire-at-" + node).start());
    }

    private void awaitNothingLeft() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(cluster.nodes())
                        .extracting(each ->
                                each.statistics().holding() + each.statistics().waiting())
                        .containsOnly(0L));
    }

    private void awaitQueue(int waiters) {
        await().atMost(SOON).until(() -> {
            var ticket = cluster.node(1).lock("s#ticket").describe();
            return ticket.holders().size() == 1 && ticket.waiters().size() == waiters;
        });
    }

    @Test
    void allPermitsCanBeHadAtOnceAndNoMore() throws Exception {
        List<Permit> all = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            all.add(semaphore(node, 3).tryAcquire().orElseThrow());
        }
        assertThat(all).extracting(Permit::number).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(all).allMatch(Permit::isValid).allMatch(each -> each.fence() > 0);
        assertThat(semaphore(0, 3).tryAcquire()).isEmpty();
        assertThatThrownBy(() -> semaphore(0, 3).acquire(Duration.ZERO)).isInstanceOf(LockTimeoutException.class);
        Permit first = all.remove(1);
        first.close();
        try (Permit again = semaphore(2, 3).acquire()) {
            assertThat(again.number()).isEqualTo(first.number());
            assertThat(again.fence()).isGreaterThan(first.fence());
        }
        all.forEach(Permit::close);
        awaitNothingLeft();
    }

    @Test
    void underManyThreadsNeverMoreThanNAreInside() throws Exception {
        int permits = 2;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Integer>> all = new ArrayList<>();
        for (int index = 0; index < 9; index++) {
            DistributedSemaphore semaphore = semaphore(index % 3, permits);
            all.add(threads.submit(() -> {
                int taken = 0;
                for (int round = 0; round < 10; round++) {
                    try (Permit permit = semaphore.acquire()) {
                        int now = inside.incrementAndGet();
                        most.accumulateAndGet(now, Math::max);
                        Thread.onSpinWait();
                        taken += permit.isValid() ? 1 : 0;
                        inside.decrementAndGet();
                    }
                }
                return taken;
            }));
        }
        threads.shutdown();
        for (Future<Integer> each : all) {
            assertThat(each.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(10);
        }
        assertThat(most.get()).isBetween(1, permits);
        awaitNothingLeft();
    }

    @Test
    void waitersAreServedInTheOrderOfTheirTicketsWhicheverPermitIsFree() throws Exception {
        List<Permit> taken = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            taken.add(semaphore(0, 3).acquire());
        }
        List<CompletableFuture<Permit>> waiting = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            waiting.add(acquire(index, 3));
            awaitQueue(index);
            cluster.pass(RestartableCluster.LEASE.dividedBy(2)); // everybody hears of everybody's clock
        }
        for (int index = 0; index < 3; index++) {
            Permit given = taken.remove(taken.size() - 1);
            given.close();
            Permit got = waiting.get(index).get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(got.number()).isEqualTo(given.number());
            assertThat(got.isValid()).isTrue();
            cluster.settle();
            assertThat(waiting.subList(index + 1, 3)).noneMatch(CompletableFuture::isDone);
        }
        for (CompletableFuture<Permit> each : waiting) {
            each.join().close();
        }
        awaitNothingLeft();
    }

    @Test
    void permitsOfTheDeadComeBackAfterTheLease() throws Exception {
        Permit one = semaphore(0, 2).acquire();
        semaphore(0, 2).acquire();
        CompletableFuture<Permit> waiting = acquire(1, 2);
        awaitQueue(0);
        cluster.crash(0);
        cluster.jump(RestartableCluster.LEASE.dividedBy(2));
        assertThat(waiting).as("the voters still remember the dead").isNotDone();
        await().atMost(SOON).until(() -> {
            cluster.pass(RestartableCluster.LEASE.dividedBy(8));
            return waiting.isDone();
        });
        assertThat(one.isValid()).isFalse();
        assertThat(semaphore(2, 2).tryAcquire()).isPresent();
        assertThat(semaphore(2, 2).tryAcquire()).isEmpty();
    }

    @Test
    void aPermitThatIsLostIsToldAndOneThatIsWaitedForInVainLeavesNothing() throws Exception {
        CompletableFuture<String> lost = new CompletableFuture<>();
        Permit permit = semaphore(0, 1).acquire();
        permit.onLost(reason -> lost.complete(reason.name()));
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                semaphore(1, 1).acquire().close();
                interrupted.complete(false);
            } catch (InterruptedException interruption) {
                interrupted.complete(true);
            }
        });
        waiter.start();
        awaitQueue(0);
        await().atMost(SOON)
                .until(() -> cluster.node(1).lock("s#1").describe().waiters().size() == 1);
        waiter.interrupt();
        assertThat(interrupted.get(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(semaphore(1, 1).tryAcquire(Duration.ofMillis(20))).isEmpty();
        await().atMost(SOON)
                .until(() -> cluster.node(1).lock("s#1").describe().waiters().isEmpty());
        assertThat(permit.isValid()).isTrue();
        cluster.cutOff(0);
        cluster.jump(RestartableCluster.TRUST);
        assertThat(lost.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo("QUORUM_LOST");
        assertThat(permit.isValid()).isFalse();
        assertThat(permit.validFor()).isZero();
        permit.close();
        cluster.reconnect(0);
        awaitNothingLeft();
    }

    @Test
    void aPermitDoesNotWaitBehindCallbacksOfTheApplication() throws Exception {
        LocksConfig neverRuns = LocksConfig.of("a=x:1").callbackExecutor(task -> {});
        try (RestartableCluster stuck = new RestartableCluster(3, neverRuns)) {
            Permit taken = stuck.node(1).semaphore("s", 1).acquire();
            CompletableFuture<Permit> waiting = new CompletableFuture<>();
            Thread waiter = new Thread(() -> {
                try {
                    waiting.complete(stuck.node(0).semaphore("s", 1).acquire());
                } catch (InterruptedException interruption) {
                    waiting.completeExceptionally(interruption);
                }
            });
            waiter.start();
            await().atMost(SOON)
                    .until(() -> stuck.node(1).lock("s#1").describe().waiters().size() == 1);
            taken.close();
            Permit permit = waiting.get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(permit.isValid()).isTrue();
            permit.close();
        }
    }

    @Test
    void ifTheNumbersOfPermitsDifferTheLargestCounts() throws Exception {
        List<Permit> all = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            all.add(semaphore(1, 3).tryAcquire().orElseThrow());
        }
        assertThat(semaphore(0, 2).tryAcquire()).isEmpty();
        assertThat(semaphore(2, 3).tryAcquire()).isEmpty();
        all.forEach(Permit::close);
        assertThatThrownBy(() -> semaphore(0, 0)).hasMessageContaining("1 to 256 permits, not 0");
        assertThatThrownBy(() -> semaphore(0, 257)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNodeThatUsesAnotherNumberOfPermitsIsNamedInTheLog() throws Exception {
        LocksConfig patient = LocksConfig.of("a=x:1").describeTimeout(SOON); // a busy machine answers late
        try (RestartableCluster nodes = new RestartableCluster(3, patient);
                HeardLog log = new HeardLog(PermitNumbers.class)) {
            Permit one = nodes.node(0).semaphore("s", 2).acquire();
            Permit other = nodes.node(0).semaphore("s", 2).acquire();
            Permit third = nodes.node(1).semaphore("s", 3).tryAcquire().orElseThrow();
            log.await("The semaphore \"s\" has 3 permits at this node, but 2 at node n1: up to 3 permits are given .*");
            assertThat(nodes.node(2).lock("s#" + third.number()).describe().holders())
                    .extracting(LockDescription.Party::label)
                    .singleElement()
                    .asString()
                    .startsWith("permit " + third.number() + " of 3, ");
            assertThat(nodes.node(2).semaphore("s", 2).tryAcquire()).isEmpty();
            log.await("The semaphore \"s\" has 2 permits at this node, but 3 at node n2: up to 3 permits are given .*");
            assertThat(nodes.node(2).semaphore("s", 3).permits()).isEqualTo(3);
            log.await("The semaphore \"s\" has 3 permits at this node, but 2 at this node before: .*");
            one.close();
            other.close();
            third.close();
        }
    }
}
