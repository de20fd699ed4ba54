// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedSemaphore;
import io.quorate.api.LockDescription;
import io.quorate.api.LocksClosedException;
import io.quorate.node.net.HeardLog;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Comparing the number of permits with that of other nodes, on the thread of the test. */
@Tag("threads")
class PermitNumbersTest {
    private final HeardLog log = new HeardLog(PermitNumbers.class);
    private final List<Integer> described = new ArrayList<>();
    private List<String> holders = List.of();
    private List<String> waiters = List.of();
    private List<String> unanswered = List.of();

    @AfterEach
    void close() {
        log.close();
    }

    private static <T> T fake(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, words) -> answers.apply(method.getName())));
    }

    private static List<LockDescription.Party> parties(List<String> labels) {
        return labels.stream()
                .map(label -> fake(LockDescription.Party.class, method -> method.equals("label") ? label : "b"))
                .toList();
    }

    private DistributedLock lock(int number) {
        described.add(number);
        LockDescription description = fake(LockDescription.class, method -> switch (method) {
            case "holders" -> parties(holders);
            case "waiters" -> parties(waiters);
            default -> unanswered;
        });
        return fake(DistributedLock.class, method -> description);
    }

    /** As if a semaphore was used; each time by another node, so that a minute need not pass. */
    private void use(int permits) {
        new PermitNumbers(Runnable::run)
                .opened("s", permits)
                .used(fake(DistributedSemaphore.class, method -> permits), this::lock);
    }

    @Test
    void aHolderOrWaiterWithAnotherNumberIsToldOnceForAllItsPermits() {
        holders = List.of("worker-1", "permit 2 of 5, worker-2");
        use(3);
        assertThat(log.lines())
                .containsExactly(
                        "The semaphore \"s\" has 3 permits at this node, but 5 at node b: up to 5 permits are given at a"
                                + " time. Give every node the same number.");
        assertThat(described)
                .as("all, the ticket, and the one after the last")
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        holders = List.of();
        waiters = List.of("ticket of 2, worker-3");
        use(3);
        assertThat(log.lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("3 permits at this node, but 2 at node b: up to 3");
    }

    @Test
    void theSameNumberAndLabelsOfOthersAreFine() {
        holders =
                List.of("permit 1 of 3, permit 1 of 4, x", "permit of 4", "a permit 1 of 4, x", "permit 1 of 99999, x");
        waiters = List.of("ticket of 3, x");
        use(3);
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void aSemaphoreIsComparedOnceAMinuteAndOfManyPermitsSome() {
        PermitNumbers numbers = new PermitNumbers(Runnable::run);
        for (int use = 0; use < 100; use++) {
            numbers.opened("s", 256).used(fake(DistributedSemaphore.class, method -> 256), this::lock);
        }
        assertThat(described).hasSize(8 + 2).doesNotHaveDuplicates().contains(0, 257);
    }

    @Test
    void whileANodeDoesNotAnswerOneLockIsAskedForOnly() {
        unanswered = List.of("c");
        use(3);
        assertThat(described).hasSize(1);
    }

    @Test
    void aNodeThatHasEndedComparesNothingAndNobodyIsDisturbed() {
        PermitNumbers numbers = new PermitNumbers(Runnable::run);
        DistributedLock closed = fake(DistributedLock.class, method -> {
            throw LocksClosedException.byOwner("s#1");
        });
        numbers.opened("s", 2).used(fake(DistributedSemaphore.class, method -> 2), number -> closed);
        numbers.opened("t", 2).used(fake(DistributedSemaphore.class, method -> 2), this::lock);
        assertThat(described).as("the next comparison takes place").hasSize(4);
        assertThat(log.lines()).isEmpty();
    }
}
