// SPDX-License-Identifier: Apache-2.0
package com.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LossReason;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

@Tag("threads")
final class ReactorLocksTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** One thread, so that callbacks run in the order in which their locks came. */
    private final ExecutorService callbacks = Executors.newSingleThreadExecutor();

    private final LockCluster cluster =
            LockCluster.inMemory(3, config -> config.lease(LONG).standing(false).callbackExecutor(callbacks));
    private final DistributedLock here = cluster.node(0).lock("orders/42");
    private final DistributedLock elsewhere = cluster.node(1).lock("orders/42");

    @AfterEach
    void close() {
        cluster.close();
        callbacks.shutdown();
    }

    @Test
    void theBodyRunsUnderTheLockWhichIsFreeAfterwards() throws Exception {
        AtomicBoolean heldInside = new AtomicBoolean();
        Long fence = ReactorLocks.withHold(here, LONG, hold -> {
                    heldInside.set(hold.isValid());
                    return Mono.just(hold.fence());
                })
                .block(LONG);
        assertThat(fence).isPositive();
        assertThat(heldInside).isTrue();
        assertFree();
    }

    @Test
    void aFailureOfTheBodyIsPassedOnAndTheLockIsFree() throws Exception {
        assertThatThrownBy(() -> ReactorLocks.withHold(
                                here, LONG, hold -> Mono.error(new IllegalStateException("the body failed")))
                        .block(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the body failed");
        assertThatThrownBy(() -> ReactorLocks.withHold(here, LONG, ReactorLocksTest::throwing)
                        .block(LONG))
                .isInstanceOf(IllegalStateException.class);
        assertFree();
    }

    @Test
    void aTimeoutIsPassedOnAndTheBodyDoesNotRun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (Hold taken = elsewhere.acquire()) {
            assertThatThrownBy(() -> ReactorLocks.withHold(
                                    here, Duration.ofMillis(1), hold -> Mono.fromCallable(runs::incrementAndGet))
                            .block(LONG))
                    .isInstanceOf(LockTimeoutException.class);
            assertThat(taken.isValid()).isTrue();
        }
        assertThat(runs).hasValue(0);
        assertFree();
    }

    @Test
    void nothingIsAskedForBeforeSomebodySubscribes() throws Exception {
        Mono<Long> later = ReactorLocks.withHold(here, LONG, hold -> Mono.just(hold.fence()));
        assertFree();
        long first = later.block(LONG);
        long second = later.block(LONG);
        assertThat(second).as("each subscription has a hold of its own").isGreaterThan(first);
    }

    @Test
    void cancelledWhileItWaitsItLeavesNothingBehind() throws Exception {
        try (Hold taken = elsewhere.acquire()) {
            Disposable waiting =
                    ReactorLocks.withHold(here, LONG, hold -> Mono.never()).subscribe();
            await().atMost(LONG).until(() -> !elsewhere.describe().waiters().isEmpty());
            waiting.dispose();
            await().atMost(LONG).until(() -> elsewhere.describe().waiters().isEmpty());
            assertThat(taken.isValid()).isTrue();
        }
        assertFree();
    }

    @Test
    void cancelledInItsBodyItGivesTheLockBack() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        Disposable working = ReactorLocks.withHold(here, LONG, hold -> {
                    inside.countDown();
                    return Mono.never();
                })
                .subscribe();
        inside.await();
        working.dispose();
        assertFree();
    }

    @Test
    void aHoldThatCameBeforeTheCancellationIsGivenBack() throws Exception {
        ReactorLocks.withHold(here, LONG, hold -> Mono.just(hold.fence())).subscribe(cancelsWhenTheHoldHasCome());
        assertFree();
    }

    /** The reason for Mono.using: its resource is there from the start, so no cancellation can miss it. */
    @Test
    void usingWhenWouldLoseAHoldThatCameBeforeTheCancellation() {
        Mono.usingWhen(
                        Mono.fromFuture(() -> here.acquireAsync(LONG).toCompletableFuture()),
                        hold -> Mono.just(hold.fence()),
                        hold -> Mono.fromRunnable(hold::close))
                .doOnDiscard(Hold.class, Hold::close)
                .subscribe(cancelsWhenTheHoldHasCome());
        assertThat(here.isLocked()).isTrue();
    }

    @Test
    void cancelledAtAnyMomentItLeavesNothingBehind() throws Exception {
        for (int round = 0; round < 300; round++) {
            Disposable working = ReactorLocks.withHold(
                            here, LONG, hold -> Mono.just(hold.fence()).publishOn(Schedulers.parallel()))
                    .subscribeOn(Schedulers.parallel())
                    .subscribe();
            for (int spin = 0; spin < round % 20 * 500; spin++) {
                Thread.onSpinWait();
            }
            working.dispose();
        }
        await().atMost(LONG).until(() -> !here.isLocked());
        assertFree();
    }

    @Test
    void aLostLockCancelsTheBodyAndIsToldAsSuch() {
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        try (LockCluster brief = withShortLease()) {
            assertThatThrownBy(() -> ReactorLocks.withHold(brief.node(0).lock("orders/42"), LONG, hold -> {
                                brief.cutOff(0);
                                return Mono.never().doOnCancel(() -> cancelled.complete(null));
                            })
                            .block(LONG))
                    .isInstanceOfSatisfying(
                            LockLostException.class,
                            lost -> assertThat(lost.reason()).isEqualTo(LossReason.QUORUM_LOST));
        }
        assertThat(cancelled).succeedsWithin(LONG);
    }

    @Test
    void aBodyThatDoesNotNoticeItsLossIsToldAtItsEnd() {
        try (LockCluster brief = withShortLease()) {
            DistributedLock lock = brief.node(0).lock("orders/42");
            assertThatThrownBy(() -> ReactorLocks.withHold(
                                    lock,
                                    LONG,
                                    hold -> Mono.fromRunnable(() -> {
                                        brief.cutOff(0);
                                        await().atMost(LONG)
                                                .until(() -> hold.lossReason().isPresent());
                                    }))
                            .block(LONG))
                    .isInstanceOf(LockLostException.class);
        }
    }

    /** Losses come soon there; elsewhere a busy machine must not lead to one. */
    private static LockCluster withShortLease() {
        return LockCluster.inMemory(3, config -> config.lease(Duration.ofSeconds(2)));
    }

    private static Mono<Long> throwing(Hold hold) {
        throw new IllegalStateException("no pipeline for fence " + hold.fence());
    }

    /** Cancels in onSubscribe, as take(0) does, but only when the lock has come: before anything was requested. */
    private BaseSubscriber<Object> cancelsWhenTheHoldHasCome() {
        return new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                await().atMost(LONG).until(here::isLocked);
                completeWhatHasCome();
                cancel();
            }
        };
    }

    /** Waits for a lock whose callback is behind those of all locks that came before. */
    private void completeWhatHasCome() {
        cluster.node(0)
                .lock("another")
                .acquireAsync()
                .toCompletableFuture()
                .join()
                .close();
    }

    private void assertFree() throws InterruptedException {
        assertThat(here.isLocked()).isFalse();
        elsewhere.acquire(LONG).close();
    }
}
