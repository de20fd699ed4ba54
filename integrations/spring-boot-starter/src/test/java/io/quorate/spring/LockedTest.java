// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.spring.boot.LockedAutoConfiguration;
import io.quorate.testing.LockCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** A method with {@link Locked}, called through its bean, in a cluster of three. */
@Tag("threads")
final class LockedTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static LockCluster cluster;
    private static Locks other;

    private final ApplicationContextRunner contexts = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LockedAutoConfiguration.class))
            .withBean(Locks.class, () -> cluster.node(0), LockedTest::stayOpen)
            .withPropertyValues("orders.prefix=orders")
            .withBean(Shop.class);

    @BeforeAll
    static void startCluster() {
        // On a busy machine an answer that comes late is waited for, and no hold is lost by a pause.
        cluster = LockCluster.inMemory(
                3,
                config -> config.attemptTimeout(DEADLINE)
                        .lease(Duration.ofMinutes(1))
                        .suspectAfter(Duration.ofMinutes(1)));
        other = cluster.node(1);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    /** Ends the hold now, as a loss does. */
    static void lose(LockedHold hold) {
        assertThat(hold.extend(AcquireOptions.atMost(Duration.ofNanos(1)))).isTrue();
        Awaitility.await().atMost(DEADLINE).until(() -> hold.lossReason().isPresent());
    }

    /** The cluster outlives the context. */
    static void stayOpen(BeanDefinition locks) {
        ((AbstractBeanDefinition) locks).setDestroyMethodName("");
    }

    record Order(String id) {}

    static class Shop {
        private final List<String> done = new ArrayList<>();

        /** Fields of a proxy are not those of its target. */
        public List<String> done() {
            return done;
        }

        @Locked(name = "${orders.prefix}/#{#order.id}")
        public String ship(Order order) throws InterruptedException {
            assertThat(other.lock("orders/" + order.id()).tryAcquire()).isEmpty();
            done.add(LockedHold.current().lockName());
            return "shipped " + order.id();
        }

        @Locked(name = "x", onBusy = OnBusy.SKIP)
        public void skip() {
            done.add("skip");
        }

        @Locked(name = "x", onBusy = OnBusy.SKIP)
        public Optional<String> skipOptional() {
            return Optional.of("ran");
        }

        @Locked(name = "x", onBusy = OnBusy.SKIP)
        public String skipNull() {
            return "ran";
        }

        @Locked(name = "x", onBusy = OnBusy.SKIP)
        public CompletionStage<String> skipStage() {
            return CompletableFuture.completedStage("ran");
        }

        @Locked(name = "x", onBusy = OnBusy.FAIL)
        public void fail() {
            done.add("fail");
        }

        @Locked(name = "x", timeout = "150ms")
        public void waitShortly() {
            done.add("waited");
        }

        @Locked(name = "#{#p0}")
        public long fence(String name) {
            return LockedHold.current().fence();
        }

        @Locked(name = "shared", shared = true)
        public String read() throws InterruptedException {
            try (Hold reader = other.readWriteLock("shared").readLock().acquire(DEADLINE)) {
                assertThat(other.lock("shared").tryAcquire()).isEmpty();
                return "read by " + reader.mode();
            }
        }

        @Locked(name = "outer")
        public String nested(Shop self) throws InterruptedException {
            String inner = self.ship(new Order("inner"));
            return LockedHold.current().lockName() + " around " + inner;
        }

        public String selfInvocation() {
            return String.valueOf(fence("never-taken"));
        }

        @Locked(name = "future")
        public CompletableFuture<String> later(CompletableFuture<String> work) {
            return work;
        }

        @Locked(name = "short")
        public String tooLong() {
            lose(LockedHold.current());
            return "done without the lock";
        }

        @Locked(name = "limited", atMost = "1ms")
        public void limited() {
            LockedHold hold = LockedHold.current();
            Awaitility.await().atMost(DEADLINE).until(() -> hold.lossReason().isPresent());
        }

        @Locked(name = "short-failing")
        public String tooLongAndFailing() {
            lose(LockedHold.current());
            throw new IllegalArgumentException("of the shop");
        }

        @Locked(name = "nightly", onBusy = OnBusy.SKIP, atLeast = "1h")
        public void oncePerPeriod() {
            done.add("nightly");
        }

        @Async
        @Locked(name = "async")
        public CompletableFuture<String> elsewhere() {
            return CompletableFuture.completedFuture(LockedHold.current().lockName() + " on "
                    + Thread.currentThread().getName());
        }

        @Locked(name = "throws")
        public void throwing() throws java.io.IOException {
            throw new java.io.IOException("no disk");
        }
    }

    @Test
    void theMethodRunsUnderALockNamedByItsArguments() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            assertThat(shop.ship(new Order("42"))).isEqualTo("shipped 42");
            assertThat(shop.done()).containsExactly("orders/42");
            other.lock("orders/42").acquire(DEADLINE).close(); // given back
        });
    }

    @Test
    void whatTheMethodThrowsIsPassedOnAndTheLockGivenBack() {
        contexts.run(context -> {
            assertThatThrownBy(() -> context.getBean(Shop.class).throwing())
                    .isExactlyInstanceOf(java.io.IOException.class)
                    .hasMessage("no disk")
                    .hasNoSuppressedExceptions();
            other.lock("throws").acquire(DEADLINE).close();
        });
    }

    @Test
    void whileAnotherNodeHoldsTheLockEachMethodDoesWhatItSays() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            try (Hold taken = other.lock("x").acquire(DEADLINE)) {
                shop.skip();
                assertThat(shop.skipOptional()).isEmpty();
                assertThat(shop.skipNull()).isNull();
                assertThat(shop.skipStage().toCompletableFuture()).isCompletedWithValue(null);
                assertThatThrownBy(shop::fail)
                        .isInstanceOfSatisfying(
                                LockTimeoutException.class,
                                failure -> assertThat(failure.holder()).contains("n2"));
                assertThatThrownBy(shop::waitShortly).isInstanceOf(LockTimeoutException.class);
                assertThat(taken.isValid()).isTrue();
            }
            assertThat(shop.done()).isEmpty();
            shop.skip();
            shop.fail();
            shop.waitShortly();
            assertThat(shop.skipOptional()).contains("ran");
            assertThat(shop.skipNull()).isEqualTo("ran");
            assertThat(shop.done()).containsExactly("skip", "fail", "waited");
        });
    }

    @Test
    void aLockThatCannotBeDecidedIsNoReasonToSkip() {
        try (LockCluster broken = LockCluster.inMemory(3, config -> config.unavailableAfter(Duration.ofMillis(200)))) {
            broken.cutOff(0);
            Awaitility.await()
                    .atMost(DEADLINE)
                    .until(() -> !broken.node(0).health().isReady());
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(LockedAutoConfiguration.class))
                    .withBean(Locks.class, () -> broken.node(0), LockedTest::stayOpen)
                    .withPropertyValues("orders.prefix=orders")
                    .withBean(Shop.class)
                    .run(context -> assertThatThrownBy(
                                    () -> context.getBean(Shop.class).skip())
                            .isInstanceOf(LockUnavailableException.class));
        }
    }

    @Test
    void theFenceRisesFromHoldToHold() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            long first = shop.fence("fenced");
            other.lock("fenced").acquire(DEADLINE).close();
            assertThat(shop.fence("fenced")).isGreaterThan(first);
        });
    }

    @Test
    void readersShareTheLock() {
        contexts.run(context -> assertThat(context.getBean(Shop.class).read()).isEqualTo("read by SHARED"));
    }

    @Test
    void theCurrentHoldIsThatOfTheInnermostMethod() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            assertThat(shop.nested(shop)).isEqualTo("outer around shipped inner");
            assertThatThrownBy(LockedHold::current).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void aCallFromTheSameObjectTakesNoLockAndTheHoldSaysSo() {
        contexts.run(
                context -> assertThatThrownBy(() -> context.getBean(Shop.class).selfInvocation())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("through its Spring bean"));
    }

    @Test
    void aFutureKeepsTheLockUntilItIsCompleted() {
        contexts.run(context -> {
            CompletableFuture<String> work = new CompletableFuture<>();
            CompletableFuture<String> seen = context.getBean(Shop.class).later(work);
            assertThat(other.lock("future").tryAcquire()).isEmpty();
            assertThat(seen).isNotDone();
            work.complete("done");
            assertThat(seen).isCompletedWithValue("done");
            other.lock("future").acquire(DEADLINE).close();

            CompletableFuture<String> failing = context.getBean(Shop.class)
                    .later(CompletableFuture.failedFuture(new IllegalArgumentException("no")));
            assertThatThrownBy(failing::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            other.lock("future").acquire(DEADLINE).close();
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Asynchronous {
        @Bean
        TaskExecutor executor() {
            return new SimpleAsyncTaskExecutor("elsewhere-");
        }
    }

    @Test
    void anAsynchronousMethodTakesItsLockOnTheThreadThatRunsIt() {
        contexts.withUserConfiguration(Asynchronous.class)
                .run(context -> assertThat(
                                context.getBean(Shop.class).elsewhere().get(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                        .startsWith("async on elsewhere-"));
    }

    @Test
    void aCallerIsToldThatTheLockWasLostMeanwhile() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            assertThatThrownBy(shop::tooLong).isInstanceOf(LockLostException.class);
            assertThatThrownBy(shop::limited).isInstanceOf(LockLostException.class);
            assertThatThrownBy(shop::tooLongAndFailing)
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .satisfies(failure ->
                            assertThat(failure.getSuppressed()).hasExactlyElementsOfTypes(LockLostException.class));
        });
    }

    @Test
    void atLeastKeepsTheLockAfterTheMethod() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            shop.oncePerPeriod();
            shop.oncePerPeriod();
            assertThat(other.lock("nightly").tryAcquire()).isEmpty();
            assertThat(shop.done()).containsExactly("nightly");
        });
    }

    @Test
    void anArgumentThatIsMissingIsAnErrorAndNoSharedLock() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            assertThatThrownBy(() -> shop.ship(new Order(null)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("#{#order.id}")
                    .hasMessageContaining("gave null");
            assertThatThrownBy(() -> shop.ship(null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("was not run");
            assertThat(shop.done()).isEmpty();
        });
    }

    @Test
    void withoutANodeTheMethodIsNotRun() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LockedAutoConfiguration.class))
                .withPropertyValues("orders.prefix=orders")
                .withBean(Shop.class)
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    assertThatThrownBy(shop::skip)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("quorate.in-memory=true");
                    assertThat(shop.done()).isEmpty();
                });
    }

    @Test
    void anInterruptedWaitEndsAndKeepsTheInterrupt() {
        contexts.run(context -> {
            Shop shop = context.getBean(Shop.class);
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(shop::waitShortly)
                        .isInstanceOf(IllegalStateException.class)
                        .hasCauseInstanceOf(InterruptedException.class);
                assertThat(shop.done()).isEmpty();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        });
    }
}
