// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LeaderElection;
import io.quorate.api.Leadership;
import io.quorate.api.LeadershipEnd;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Registration;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recipes over locks that fail, or do not answer. */
@Tag("threads")
class RecipeFaultsTest {
    private final List<String> closed = new ArrayList<>();

    /** Answers each method by its name. */
    private static <T> T fake(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName())));
    }

    private Hold hold(String name, boolean failsToClose) {
        Registration none = () -> {};
        return fake(Hold.class, method -> switch (method) {
            case "lockName" -> name;
            case "isValid" -> true;
            case "onLost", "onReleaseRequested" -> none;
            case "close" -> {
                closed.add(name);
                if (failsToClose) {
                    throw new IllegalStateException("cannot close " + name);
                }
                yield null;
            }
            default -> throw new AssertionError(method);
        });
    }

    @Test
    void aLockOfASetThatCannotBeClosedLeavesNoOtherHeld() {
        HeldSet set = new HeldSet(List.of(hold("a", false), hold("b", true), hold("c", true), hold("d", false)));
        assertThatThrownBy(set::close).hasMessageStartingWith("cannot close");
        assertThat(closed).containsExactly("d", "c", "b", "a");
    }

    @Test
    void aCandidateThatCannotGiveTheLockBackStandsAgain() {
        AtomicInteger asked = new AtomicInteger();
        DistributedLock lock = fake(DistributedLock.class, method -> switch (method) {
            case "name" -> "x";
            case "acquireAsync" ->
                asked.incrementAndGet() == 1
                        ? CompletableFuture.completedFuture(hold("x", true))
                        : new CompletableFuture<Hold>();
            default -> throw new AssertionError(method);
        });
        List<String> told = new ArrayList<>();
        LeaderElection election = new Election(lock, new Callers(Runnable::run, Runnable::run));
        election.start(new LeaderElection.Listener() {
            @Override
            public void gained(Leadership leadership) {
                told.add("gained");
            }

            @Override
            public void lost(LeadershipEnd reason) {
                told.add("lost " + reason);
            }
        });
        election.resign();
        assertThat(told).containsExactly("gained", "lost RESIGNED");
        assertThat(closed).containsExactly("x");
        assertThat(asked).hasValue(2);
    }

    @Test
    void noFurtherPermitIsTriedWhenTheTimeIsOver() throws Exception {
        Duration timeout = Duration.ofMillis(1);
        AtomicInteger tried = new AtomicInteger();
        DistributedLock slot = fake(DistributedLock.class, method -> {
            assertThat(method).isEqualTo("tryAcquire");
            tried.incrementAndGet();
            long end = System.nanoTime() + 2 * timeout.toNanos();
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait(); // nobody answers for longer than the timeout
            }
            return Optional.empty();
        });
        DistributedLock ticket = fake(DistributedLock.class, method -> Optional.of(hold("s#ticket", false)));
        assertThat(SlotSemaphore.of(
                                "s",
                                64,
                                (name, role) -> name.equals("s#ticket") ? ticket : slot,
                                new PermitNumbers(task -> {}))
                        .tryAcquire(timeout))
                .isEmpty();
        assertThat(tried).hasValue(1);
        assertThat(closed).containsExactly("s#ticket");
    }

    @Test
    void aFailureThatComesAtTheTimeoutIsThrownAsItIs() {
        CompletableFuture<Hold> asked = new CompletableFuture<>();
        LockUnavailableException failure = new LockUnavailableException("s#1", "on purpose", "2", List.of(), List.of());
        CompletableFuture<SlotPermit> first = new CompletableFuture<>() {
            @Override
            public SlotPermit get(long time, TimeUnit unit) throws TimeoutException {
                asked.completeExceptionally(failure); // at the very last moment
                throw new TimeoutException();
            }
        };
        FirstSlot slots = new FirstSlot(List.of(fake(DistributedLock.class, method -> asked)), first);
        assertThatThrownBy(() -> slots.await(Duration.ofMillis(1))).isSameAs(failure);
    }
}
