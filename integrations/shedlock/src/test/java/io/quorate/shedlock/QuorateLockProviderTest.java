// SPDX-License-Identifier: Apache-2.0
package io.quorate.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.LocksClosedException;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Times are hours or nothing here, so that no test depends on how busy the machine is. */
@Tag("threads")
@Timeout(120)
class QuorateLockProviderTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(60);

    private final LockCluster cluster = LockCluster.inMemory(
            3, config -> config.attemptTimeout(Duration.ofSeconds(20)).unavailableAfter(SOON));

    @AfterEach
    void close() {
        cluster.close();
    }

    private QuorateLockProvider provider(int node) {
        return new QuorateLockProvider(cluster.node(node));
    }

    private static LockConfiguration task(Duration atMost, Duration atLeast) {
        return new LockConfiguration(Instant.now(), "report", atMost, atLeast);
    }

    @Test
    void aTaskRunsOnOneNodeAndTheOthersSkipIt() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch allAsked = new CountDownLatch(3);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> ticks = IntStream.range(0, 3)
                    .<Future<?>>mapToObj(node -> threads.submit(() -> {
                        new DefaultLockingTaskExecutor(provider(node))
                                .executeWithLock((Runnable) runs::incrementAndGet, task(HOUR, HOUR));
                        allAsked.countDown();
                    }))
                    .toList();
            for (Future<?> tick : ticks) {
                tick.get(SOON.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(allAsked.getCount()).isZero();
        assertThat(runs).hasValue(1);
    }

    @Test
    void theLockIsFreeAfterTheTaskUnlessItIsKeptForLonger() {
        SimpleLock first = provider(0).lock(task(HOUR, Duration.ZERO)).orElseThrow();
        assertThat(provider(1).lock(task(HOUR, Duration.ZERO))).isEmpty();
        first.unlock();
        SimpleLock second = provider(1).lock(task(HOUR, HOUR)).orElseThrow();
        second.unlock();
        assertThat(provider(2).lock(task(HOUR, Duration.ZERO)))
                .as("lockAtLeastFor")
                .isEmpty();
        assertThat(provider(1).lock(task(HOUR, Duration.ZERO)))
                .as("on the same node too")
                .isEmpty();
    }

    @Test
    void aLockThatIsExtendedStaysTakenAndTheOldHandleIsOver() {
        SimpleLock lock = provider(0).lock(task(HOUR, Duration.ZERO)).orElseThrow();
        SimpleLock longer = lock.extend(HOUR.multipliedBy(2), Duration.ZERO).orElseThrow();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalStateException.class);
        assertThat(provider(1).lock(task(HOUR, Duration.ZERO))).isEmpty();
        longer.unlock();
        assertThat(provider(1).lock(task(HOUR, Duration.ZERO))).isPresent();
    }

    @Test
    void aTaskExtendsItsOwnLock() {
        new DefaultLockingTaskExecutor(provider(0))
                .executeWithLock((Runnable) () -> LockExtender.extendActiveLock(HOUR, HOUR), task(HOUR, Duration.ZERO));
        assertThat(provider(1).lock(task(HOUR, Duration.ZERO)))
                .as("kept for an hour since")
                .isEmpty();
    }

    @Test
    void aLockThatWasTakenAwayCannotBeExtendedAndItsEndIsNoError() {
        SimpleLock lock =
                provider(0).lock(task(Duration.ofNanos(1), Duration.ZERO)).orElseThrow();
        Optional<SimpleLock> longer = lock.extend(HOUR, Duration.ZERO);
        assertThat(longer).as("lockAtMostFor was over").isEmpty();
        await().atMost(SOON)
                .until(() -> provider(1).lock(task(HOUR, Duration.ZERO)).isPresent());
    }

    @Test
    void theNameHasAPrefixSoThatOtherLocksAreNotMet() {
        SimpleLock plain = new QuorateLockProvider(cluster.node(0), "")
                .lock(task(HOUR, Duration.ZERO))
                .orElseThrow();
        SimpleLock usual = provider(0).lock(task(HOUR, Duration.ZERO)).orElseThrow();
        assertThat(cluster.node(1).list("", 10).locks())
                .extracting(lock -> lock.lockName())
                .contains("report", "shedlock/report");
        plain.unlock();
        usual.unlock();
    }

    @Test
    void aClosedNodeIsAnErrorAndNotASkippedTask() {
        QuorateLockProvider closed = provider(2);
        cluster.node(2).close();
        assertThatThrownBy(() -> closed.lock(task(HOUR, Duration.ZERO)))
                .isInstanceOf(LockException.class)
                .hasMessageContaining("The task is not run")
                .hasRootCauseInstanceOf(LocksClosedException.class);
    }

    @Test
    void anInterruptIsAnErrorToo() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> provider(0).lock(task(HOUR, Duration.ZERO)))
                .isInstanceOf(LockException.class)
                .hasMessageContaining("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
