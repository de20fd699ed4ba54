// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import static io.quorate.micrometer.LockObservations.ACQUIRE;
import static io.quorate.micrometer.LockObservations.HOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LossReason;
import io.quorate.api.Permit;
import io.quorate.api.SetHold;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a registry of observations sees of locks. */
@Tag("threads")
final class LockObservationsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LockCluster cluster = LockCluster.inMemory(3);

    /** Throws if observations or scopes are used in a wrong order; what it throws is logged. */
    private final TestObservationRegistry registry = TestObservationRegistry.create();

    private final List<Observation.Context> ended = new CopyOnWriteArrayList<>();
    private final Locks locks = LockObservations.observe(cluster.node(0), registry);

    private final Logger logger = Logger.getLogger(LockObservations.class.getName());
    private final List<LogRecord> complaints = new CopyOnWriteArrayList<>();
    private final Handler listener = new Handler() {
        @Override
        public void publish(LogRecord complaint) {
            complaints.add(complaint);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void record() {
        logger.addHandler(listener);
        logger.setUseParentHandlers(false);
        registry.observationConfig().observationHandler(new Ending(ended));
    }

    @AfterEach
    void stop() {
        cluster.close();
        logger.removeHandler(listener);
        logger.setUseParentHandlers(true);
        assertThat(complaints).extracting(LogRecord::getThrown).isEmpty();
    }

    private record Ending(List<Observation.Context> ended) implements ObservationHandler<Observation.Context> {
        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }

        @Override
        public void onStop(Observation.Context context) {
            ended.add(context);
        }
    }

    /** Name and ending of all that ended, and their errors. */
    private List<String> story() {
        return ended.stream()
                .map(context -> context.getName() + " "
                        + List.of("outcome", "ending").stream()
                                .map(context::getLowCardinalityKeyValue)
                                .filter(each -> each != null)
                                .map(each -> each.getValue())
                                .findFirst()
                                .orElse("")
                        + (context.getError() == null
                                ? ""
                                : " " + context.getError().getClass().getSimpleName()))
                .toList();
    }

    private void awaitStory(String... expected) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(story()).containsExactly(expected));
    }

    @Test
    void anAcquireAndItsHoldAreTwoObservations() throws Exception {
        long fence;
        try (Hold hold = locks.lock("orders/42").acquire(TIMEOUT)) {
            fence = hold.fence();
            assertThat(story()).containsExactly(ACQUIRE + " acquired");
        }
        TestObservationRegistryAssert.assertThat(registry)
                .hasObservationWithNameEqualTo(ACQUIRE)
                .that()
                .hasBeenStopped()
                .doesNotHaveError()
                .hasLowCardinalityKeyValue("node", cluster.node(0).nodeId())
                .hasLowCardinalityKeyValue("kind", "lock")
                .hasLowCardinalityKeyValue("mode", "exclusive")
                .hasLowCardinalityKeyValue("outcome", "acquired")
                .hasHighCardinalityKeyValue("lock", "orders/42");
        TestObservationRegistryAssert.assertThat(registry)
                .hasObservationWithNameEqualTo(HOLD)
                .that()
                .hasBeenStopped()
                .doesNotHaveError()
                .hasLowCardinalityKeyValue("ending", "released")
                .hasHighCardinalityKeyValue("lock", "orders/42")
                .hasHighCardinalityKeyValue("fence", Long.toString(fence));
    }

    @Test
    void bothAreChildrenOfWhatIsCurrentAndNeitherStaysInScope() throws Exception {
        Observation parent = Observation.start("request", registry);
        try (Observation.Scope scope = parent.openScope();
                Hold hold = locks.readWriteLock("x").readLock().acquire(TIMEOUT)) {
            assertThat(registry.getCurrentObservation()).isSameAs(parent);
            assertThat(hold.isValid()).isTrue();
            assertThat(scope.getCurrentObservation()).isSameAs(parent);
        }
        parent.stop();
        assertThat(ended)
                .filteredOn(each -> !each.getName().equals("request"))
                .hasSize(2)
                .allMatch(each -> each.getParentObservation() == parent)
                .allMatch(each ->
                        each.getLowCardinalityKeyValue("mode").getValue().equals("shared"));
    }

    @Test
    void anAcquireIsInScopeWhileItWaits() throws Exception {
        List<String> scopes = new CopyOnWriteArrayList<>();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onScopeOpened(Observation.Context context) {
                scopes.add("opened " + context.getName());
            }

            @Override
            public void onScopeClosed(Observation.Context context) {
                scopes.add("closed " + context.getName());
            }
        });
        locks.lock("x").acquire(TIMEOUT).close();
        assertThat(scopes).containsExactly("opened " + ACQUIRE, "closed " + ACQUIRE);
    }

    @Test
    void aBodyRunsInTheScopeOfItsHold() throws Exception {
        String done = locks.call("x", TIMEOUT, hold -> {
            Observation current = registry.getCurrentObservation();
            assertThat(current).isSameAs(LockObservations.observationOf(hold));
            Observation.start("work", registry).stop();
            return current.getContext().getName();
        });
        assertThat(done).isEqualTo(HOLD);
        assertThat(registry.getCurrentObservation()).isNull();
        assertThat(story()).containsExactly(ACQUIRE + " acquired", "work ", HOLD + " released");
        assertThat(ended.get(1).getParentObservation().getContextView()).isSameAs(ended.get(2));
    }

    @Test
    void whatABodyThrowsIsPassedOnAndTheHoldEnds() {
        assertThatThrownBy(() -> locks.run("x", TIMEOUT, hold -> {
                    throw new java.io.IOException("disk full");
                }))
                .isInstanceOf(java.io.IOException.class);
        assertThat(story()).containsExactly(ACQUIRE + " acquired", HOLD + " released");
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void aLossEndsTheHoldWithAnErrorAndClosingItChangesNothing() throws Exception {
        Hold hold = locks.lock("x").acquire(TIMEOUT);
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        cluster.node(0).close();
        awaitStory(ACQUIRE + " acquired", HOLD + " node_closed LockLostException");
        hold.close();
        assertThat(told.get(30, TimeUnit.SECONDS)).isEqualTo(LossReason.NODE_CLOSED);
        assertThat(ended).hasSize(2);
    }

    @Test
    void aHoldThatIsNotHadSaysWhy() throws Exception {
        Hold other = cluster.node(1).lock("x").acquire(TIMEOUT);
        assertThat(locks.lock("x").tryAcquire()).isEmpty();
        assertThatThrownBy(() -> locks.lock("x").acquire(Duration.ZERO)).isInstanceOf(LockTimeoutException.class);
        assertThat(locks.lock("x").tryLock()).isFalse();
        assertThatThrownBy(() -> locks.lock("x").acquire(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> locks.lock("x").acquire(TIMEOUT)).isInstanceOf(InterruptedException.class);
        other.close();
        cluster.node(0).close();
        assertThatThrownBy(() -> locks.lock("x").acquire(TIMEOUT)).isInstanceOf(LocksClosedException.class);
        assertThat(story())
                .containsExactly(
                        ACQUIRE + " timed_out",
                        ACQUIRE + " timed_out LockTimeoutException",
                        ACQUIRE + " timed_out",
                        ACQUIRE + " failed IllegalArgumentException",
                        ACQUIRE + " abandoned",
                        ACQUIRE + " closed LocksClosedException");
    }

    @Test
    void anAsynchronousAcquireKeepsItsParent() throws Exception {
        Observation parent = Observation.start("request", registry);
        CompletableFuture<Hold> coming;
        Hold other = cluster.node(1).lock("x").acquire(TIMEOUT);
        try (Observation.Scope scope = parent.openScope()) {
            coming = locks.lock("x").acquireAsync(TIMEOUT).toCompletableFuture();
            assertThat(scope.getCurrentObservation()).isSameAs(parent);
        }
        other.close();
        coming.get(30, TimeUnit.SECONDS).close();
        assertThat(story()).containsExactly(ACQUIRE + " acquired", HOLD + " released");
        assertThat(ended).allMatch(each -> each.getParentObservation() == parent);
        parent.stop();
    }

    @Test
    void cancellingAnAsynchronousAcquireGivesUp() throws Exception {
        Hold other = cluster.node(1).lock("x").acquire(TIMEOUT);
        CompletableFuture<Hold> coming = locks.lock("x").acquireAsync().toCompletableFuture();
        assertThat(coming.cancel(true)).isTrue();
        assertThat(coming.cancel(true)).isTrue();
        assertThatThrownBy(coming::join).isInstanceOf(CancellationException.class);
        awaitStory(ACQUIRE + " abandoned");
        other.close();
        cluster.node(2).lock("x").acquire(TIMEOUT).close();
    }

    @Test
    void aHoldThatComesTooLateForItsFutureIsGivenBack() throws Exception {
        Hold other = cluster.node(1).lock("x").acquire(TIMEOUT);
        CompletableFuture<Hold> coming = locks.lock("x").acquireAsync().toCompletableFuture();
        coming.completeExceptionally(new IllegalStateException("no longer wanted"));
        other.close();
        awaitStory(ACQUIRE + " acquired", HOLD + " released");
        cluster.node(2).lock("x").acquire(TIMEOUT).close();
    }

    @Test
    void aThreadThatEntersAgainIsObservedOnce() throws Exception {
        DistributedLock lock = locks.lock("x");
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        lock.lockInterruptibly();
        assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
        assertThat(lock.holdCount()).isEqualTo(4);
        for (int left = 3; left >= 0; left--) {
            assertThat(story()).containsExactly(ACQUIRE + " acquired");
            locks.lock("x").unlock(); // an equal one
        }
        assertThat(story()).containsExactly(ACQUIRE + " acquired", HOLD + " released");
        assertThat(lock).isEqualTo(locks.lock("x")).hasSameHashCodeAs(locks.lock("x"));
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(ended).hasSize(2);
    }

    @Test
    void aThreadLearnsOfALossWhereItUnlocks() {
        DistributedLock lock = locks.lock("x");
        lock.lock();
        cluster.node(0).close();
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        assertThat(story()).containsExactly(ACQUIRE + " acquired", HOLD + " node_closed LockLostException");
    }

    @Test
    void setsAndSemaphoresAreObservedAsOneLock() throws Exception {
        try (SetHold both = locks.lockSet("b", "a").acquire(TIMEOUT);
                Permit permit = locks.semaphore("s", 2).acquire(TIMEOUT)) {
            assertThat(both.isValid()).isTrue();
            assertThat(permit.isValid()).isTrue();
            assertThat(locks.lockSet("a").tryAcquire()).isEmpty();
        }
        assertThat(story())
                .containsExactly(
                        ACQUIRE + " acquired",
                        ACQUIRE + " acquired",
                        ACQUIRE + " timed_out",
                        HOLD + " released",
                        HOLD + " released");
        assertThat(ended)
                .extracting(each -> each.getLowCardinalityKeyValue("kind").getValue() + " "
                        + each.getHighCardinalityKeyValue("lock").getValue())
                .containsExactly("set a, b", "semaphore s", "set a", "semaphore s", "set a, b");
    }

    @Test
    void aSetOrAPermitThatIsLostEndsWithAnError() throws Exception {
        SetHold both = locks.lockSet("b", "a").acquire(TIMEOUT);
        Permit permit = locks.semaphore("s", 2).acquire(TIMEOUT);
        cluster.node(0).close();
        await().atMost(TIMEOUT).until(() -> ended.size() == 4);
        both.close();
        permit.close();
        assertThat(story().subList(2, 4)).containsOnly(HOLD + " node_closed LockLostException");
        assertThat(ended).hasSize(4);
    }

    @Test
    void aHandlerThatThrowsCostsNoLock() throws Exception {
        ObservationRegistry faulty = ObservationRegistry.create();
        faulty.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onStart(Observation.Context context) {
                throw new IllegalStateException("start");
            }

            @Override
            public void onStop(Observation.Context context) {
                throw new AssertionError("stop");
            }
        });
        Locks watched = LockObservations.observe(cluster.node(0), faulty);
        try (Hold hold = watched.lock("x").acquire(TIMEOUT)) {
            assertThat(hold.isValid()).isTrue();
        }
        cluster.node(1).lock("x").acquire(TIMEOUT).close();
        assertThat(complaints).hasSize(4).allMatch(each -> each.getMessage().contains("The lock is not affected"));
        complaints.clear();
    }

    @Test
    void metricsAndObservationsShareOnePrometheus() throws Exception {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new LockMetrics(locks).bindTo(prometheus);
        registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(prometheus));
        locks.lock("x").acquire(TIMEOUT).close();
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(prometheus.scrape())
                        .contains("quorate_acquire_seconds_count{")
                        .contains("quorate_hold_seconds_count{")
                        .contains("quorate_lock_acquire_seconds_count{")
                        .contains("quorate_lock_hold_seconds_count{"));
    }

    @Test
    void aRegistryThatDoesNothingCostsNothing() {
        assertThat(LockObservations.observe(cluster.node(0), ObservationRegistry.NOOP))
                .isSameAs(cluster.node(0));
    }
}
