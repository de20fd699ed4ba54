// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockSet;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import io.quorate.api.SetHold;
import io.quorate.core.model.LockName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several locks at once, over nodes in memory. */
@Tag("threads")
@Timeout(120)
class LockSetTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final RestartableCluster cluster = new RestartableCluster(3);

    @AfterEach
    void close() {
        cluster.close();
    }

    private void awaitNothingLeft() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(cluster.nodes())
                        .extracting(each -> each.statistics().holding())
                        .containsOnly(0L));
    }

    private static List<String> shuffled(List<String> names, Random random) {
        List<String> some = new ArrayList<>(names);
        Collections.shuffle(some, random);
        return some.subList(0, 1 + random.nextInt(some.size()));
    }

    @Test
    void namesCountOnceAndAreTakenInOneOrder() {
        Locks locks = cluster.node(0);
        assertThat(locks.lockSet("b", "a", "c", "a").names()).containsExactly("a", "b", "c");
        assertThatThrownBy(locks::lockSet)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 1000 names, not 0");
        assertThatThrownBy(() -> locks.lockSet("a", "$quorate/x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whateverTheOrderNobodyWaitsForEverAndNobodySharesALock() throws Exception {
        List<String> names = List.of("a", "b", "c", "d", "e");
        Map<String, Thread> owners = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Integer>> all = new ArrayList<>();
        for (int index = 0; index < 9; index++) {
            Locks locks = cluster.node(index % 3);
            Random random = new Random(index);
            all.add(threads.submit(() -> {
                int taken = 0;
                for (int round = 0; round < 15; round++) {
                    List<String> some = shuffled(names, random);
                    try (SetHold hold = locks.lockSet(some).acquire()) {
                        assertThat(hold.isValid()).isTrue();
                        for (String name : some) {
                            assertThat(hold.fence(name)).isPositive();
                            assertThat(owners.put(name, Thread.currentThread())).isNull();
                        }
                        Thread.onSpinWait();
                        some.forEach(owners::remove);
                        taken++;
                    }
                }
                return taken;
            }));
        }
        threads.shutdown();
        for (Future<Integer> each : all) {
            assertThat(each.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(15);
        }
        awaitNothingLeft();
    }

    @Test
    void nothingIsTakenIfOneIsNotFree() throws Exception {
        LockSet set = cluster.node(0).lockSet("a", "b", "c");
        try (Hold busy = cluster.node(1).lock("b").acquire()) {
            assertThat(set.tryAcquire()).isEmpty();
            assertThat(cluster.node(0).statistics().holding()).isZero();
            assertThat(busy.isValid()).isTrue();
            CompletableFuture<SetHold> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return set.acquire(Duration.ofMillis(50));
                } catch (InterruptedException interruption) {
                    throw new IllegalStateException(interruption);
                }
            });
            await().atMost(SOON).until(() -> {
                cluster.jump(Duration.ofMillis(50));
                return waiting.isDone();
            });
            assertThatThrownBy(waiting::get)
                    .hasCauseInstanceOf(LockTimeoutException.class)
                    .cause()
                    .hasMessageContaining("\"b\"")
                    .hasMessageContaining("50 ms");
            assertThat(cluster.node(0).statistics().holding()).isZero();
        }
        try (SetHold hold = set.tryAcquire(SOON).orElseThrow()) {
            assertThat(hold.names()).containsExactly("a", "b", "c");
            assertThat(cluster.node(2).lock("c").tryAcquire()).isEmpty();
            assertThatThrownBy(() -> hold.fence("d")).hasMessageContaining("no lock \"d\"");
        }
        awaitNothingLeft();
    }

    @Test
    void anInterruptLeavesNothingBehind() throws Exception {
        try (Hold busy = cluster.node(1).lock("b").acquire()) {
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread waiting = new Thread(() -> {
                try {
                    cluster.node(0).lockSet("a", "b").acquire().close();
                    interrupted.complete(false);
                } catch (InterruptedException interruption) {
                    interrupted.complete(true);
                }
            });
            waiting.start();
            await().atMost(SOON)
                    .until(() -> cluster.node(0).lock("b").describe().waiters().size() == 1);
            waiting.interrupt();
            assertThat(interrupted.get(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(busy.isValid()).isTrue();
        }
        awaitNothingLeft();
    }

    @Test
    void theFirstLossIsToldOnceAndEndsTheSet() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        SetHold hold = cluster.node(0).lockSet("a", "b").acquire();
        hold.onLost((name, reason) -> told.add(name + " " + reason));
        Registration removed = hold.onLost((name, reason) -> told.add("removed"));
        removed.close();
        assertThat(hold.validFor()).isPositive().isLessThanOrEqualTo(RestartableCluster.LEASE);
        assertThat(cluster.node(0).node().revoke(LockName.of("b"))).isTrue();
        await().atMost(SOON).until(() -> told.size() == 1);
        assertThat(hold.isValid()).isFalse();
        assertThat(hold.validFor()).isZero();
        assertThat(cluster.node(0).node().revoke(LockName.of("a"))).isTrue();
        CompletableFuture<String> late = new CompletableFuture<>();
        hold.onLost((name, reason) -> late.complete(name));
        assertThat(late.get(SOON.toSeconds(), TimeUnit.SECONDS)).isIn("a", "b");
        assertThat(told).containsExactly("b REVOKED");
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.WAS_LOST);
        awaitNothingLeft();
    }

    @Test
    void whatIsLostWhileTheRestIsWaitedForIsTakenAgain() throws Exception {
        Hold busy = cluster.node(1).lock("b").acquire();
        CompletableFuture<SetHold> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return cluster.node(0).lockSet("a", "b").acquire();
            } catch (InterruptedException interruption) {
                throw new IllegalStateException(interruption);
            }
        });
        await().atMost(SOON)
                .until(() -> cluster.node(0).lock("b").describe().waiters().size() == 1);
        assertThat(cluster.node(0).node().revoke(LockName.of("a"))).isTrue();
        busy.close();
        SetHold hold = waiting.get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(hold.isValid()).isTrue();
        assertThat(cluster.node(2).lock("a").tryAcquire()).isEmpty();
        assertThat(cluster.node(2).lock("b").tryAcquire()).isEmpty();
        hold.close();
        assertThat(hold.outcome()).isEqualTo(Hold.Outcome.RELEASED);
        awaitNothingLeft();
    }
}
