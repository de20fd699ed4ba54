// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.LocksConfig;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Section 7 of Ricart and Agrawala in running nodes. Time passes only when the test says so. */
@Tag("threads")
@Tag("slow")
@Timeout(120)
class PracticalInUseTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration STEP = Duration.ofSeconds(1);

    private final RestartableCluster cluster =
            new RestartableCluster(3, LocksConfig.of("a=x:1").protocol("ricart-agrawala:" + rules()));

    /** Needs nothing of this object, which is not made yet. */
    String rules() {
        return "practical";
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private CompletableFuture<Hold> ask(int number) {
        return cluster.node(number).lock("x").acquireAsync(TIMEOUT).toCompletableFuture();
    }

    /** How often a second had to pass. */
    private int secondsUntil(CompletableFuture<Hold> asked) {
        int[] seconds = new int[1];
        await().atMost(SOON).until(() -> {
            if (asked.isDone()) {
                return true;
            }
            cluster.jump(STEP);
            seconds[0]++;
            return false;
        });
        return seconds[0];
    }

    /** Enters and leaves, so that the node takes part afterwards. */
    private void takePart(int... numbers) {
        for (int number : numbers) {
            CompletableFuture<Hold> first = ask(number);
            secondsUntil(first);
            first.join().close();
        }
    }

    /** Section 7.2.1: a process cannot know that it never ran before, so it waits, and has itself inserted. */
    @Test
    void aNodeWaitsForTheRestartIntervalBeforeItTakesPart() {
        CompletableFuture<Hold> first = ask(0);
        assertThat(secondsUntil(first)).isGreaterThanOrEqualTo(5);
        first.join().close();
        ask(0).join().close(); // it takes part now: no time has to pass
    }

    /** Section 7.2.1: it starts again so soon that nobody has noticed its failure, and has forgotten all numbers. */
    @Test
    void aNodeThatStartsAgainAtOnceIsInsertedAndDoesNotEnterBesideAHolder() {
        takePart(0, 1, 2);
        Hold elsewhere = ask(0).join();
        CompletableFuture<Hold> waiter = ask(1);
        cluster.settle(); // it has the REPLY of node 2, and a larger number than that would choose without a memory
        cluster.crash(2);
        cluster.restart(2);
        CompletableFuture<Hold> again = ask(2);
        for (int second = 0; second < 30; second++) {
            cluster.jump(STEP);
            assertThat(again).isNotDone();
            assertThat(waiter).isNotDone();
        }
        elsewhere.close();
        await().atMost(SOON).until(waiter::isDone);
        assertThat(again).as("one at a time").isNotDone();
        waiter.join().close();
        secondsUntil(again);
        again.join().close();
    }

    /** Section 7.3: a node that is closed tells the others, so that nobody waits for it. */
    @Test
    void aNodeThatIsClosedLeavesTheGroup() {
        takePart(0, 1, 2);
        cluster.close(2);
        ask(0).join().close(); // no time has to pass
        ask(1).join().close();
    }

    /** Section 7.3 and 7.2: it comes back, and the others ask it again. */
    @Test
    void aNodeThatHasLeftComesBack() {
        takePart(0, 1, 2);
        cluster.close(2);
        cluster.restart(2);
        takePart(2);
        Hold returned = ask(2).join();
        CompletableFuture<Hold> other = ask(0);
        cluster.jump(STEP);
        assertThat(other).isNotDone();
        returned.close();
        other.join().close();
    }

    @Test
    void theOthersGoOnWithoutANodeThatHasFailedOnceTheTimeOutsHaveFoundItOut() {
        takePart(0, 1, 2);
        cluster.cutOff(2);

        CompletableFuture<Hold> first = ask(0);
        assertThat(secondsUntil(first)).isGreaterThanOrEqualTo(10);
        first.join().close();

        // Both know of it now, and wait for nobody: no time has to pass.
        ask(1).join().close();
        ask(0).join().close();
    }

    /** Taking the others for dead, it would enter while they hold the lock. */
    @Test
    void whoIsCutOffFromTheMajorityIsToldSoAndDoesNotEnter() {
        takePart(0, 1, 2);
        Hold elsewhere = ask(1).join();
        cluster.cutOff(0);
        await().atMost(SOON).until(() -> !cluster.node(0).node().availability.isAvailable());

        CompletableFuture<Hold> alone = ask(0);
        secondsUntil(alone);
        assertThat(alone)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockUnavailableException.class);
        elsewhere.close();
    }
}
