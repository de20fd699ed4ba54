// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spring.boot.LockedAutoConfiguration;
import io.quorate.spring.boot.QuorateAutoConfiguration;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Mistakes with {@link Locked} end the start of the application, with words that help. */
@Tag("threads")
final class InvalidLockedTest {
    static class PrimitiveSkip {
        @Locked(name = "x", onBusy = OnBusy.SKIP)
        public int count() {
            return 1;
        }
    }

    static class UnknownVariable {
        @Locked(name = "orders/#{#ordr.id}")
        public void ship(String order) {}
    }

    static class BadExpression {
        @Locked(name = "orders/#{#order..id}")
        public void ship(String order) {}
    }

    static class BadTime {
        @Locked(name = "x", timeout = "soon")
        public void ship() {}
    }

    static class TimeoutWithoutWaiting {
        @Locked(name = "x", timeout = "5s", onBusy = OnBusy.FAIL)
        public void ship() {}
    }

    static class TimesUpsideDown {
        @Locked(name = "x", atLeast = "10s", atMost = "5s")
        public void ship() {}
    }

    static class Reactive {
        @Locked(name = "x")
        public Flow.Publisher<String> ship() {
            return subscriber -> {};
        }
    }

    static class Mono {
        @Locked(name = "x")
        public reactor.core.publisher.Mono<String> ship() {
            return reactor.core.publisher.Mono.empty();
        }
    }

    static class PlainFuture {
        @Locked(name = "x")
        public Future<String> ship() {
            return null;
        }
    }

    static class ForLater {
        @Locked(name = "x")
        public Callable<String> ship() {
            return () -> "shipped when nobody holds the lock";
        }
    }

    static class Private {
        @SuppressWarnings("UnusedMethod") // only its annotation is looked at
        @Locked(name = "x")
        private void ship() {}
    }

    static class Final {
        @Locked(name = "x")
        public final void ship() {}
    }

    static class Static {
        @Locked(name = "x")
        public static void ship() {}
    }

    static final class FinalClass {
        @Locked(name = "x")
        public void ship() {}
    }

    static class NoName {
        @Locked(name = " ")
        public void ship() {}
    }

    static class ReservedName {
        @Locked(name = "$quorate/x")
        public void ship() {}
    }

    static class UnknownPlaceholder {
        @Locked(name = "${no.such.property}/x")
        public void ship() {}
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(PrimitiveSkip.class, "it returns int, which cannot say that the method was skipped"),
                Arguments.of(UnknownVariable.class, "uses #ordr, and the method has no such parameter"),
                Arguments.of(UnknownVariable.class, "Its parameters are: #order."),
                Arguments.of(BadExpression.class, "cannot be read"),
                Arguments.of(BadTime.class, "timeout is \"soon\", which is no time"),
                Arguments.of(TimeoutWithoutWaiting.class, "onBusy is FAIL, which does not wait"),
                Arguments.of(TimesUpsideDown.class, "its times are not valid"),
                Arguments.of(Reactive.class, "the end of that work cannot be seen"),
                Arguments.of(Mono.class, "Return a CompletableFuture or a CompletionStage"),
                Arguments.of(PlainFuture.class, "it returns java.util.concurrent.Future"),
                Arguments.of(ForLater.class, "it returns java.util.concurrent.Callable"),
                Arguments.of(Private.class, "it is private"),
                Arguments.of(Final.class, "it is final"),
                Arguments.of(Static.class, "it is static"),
                Arguments.of(FinalClass.class, "its class is final"),
                Arguments.of(NoName.class, "its lock has no name"),
                Arguments.of(ReservedName.class, "its name is not valid"),
                Arguments.of(UnknownPlaceholder.class, "has a placeholder without a value"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("mistakes")
    void aMistakeEndsTheStart(Class<?> bean, String words) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(QuorateAutoConfiguration.class, LockedAutoConfiguration.class))
                .withPropertyValues(bean == ReservedName.class ? "quorate.in-memory=true" : "quorate.enabled=false")
                .withUserConfiguration(bean)
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .hasStackTraceContaining(InvalidLockedException.class.getName())
                            .hasStackTraceContaining(bean.getSimpleName() + ".")
                            .hasStackTraceContaining(words);
                });
    }
}
