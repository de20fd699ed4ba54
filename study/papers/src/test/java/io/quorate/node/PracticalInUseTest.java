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
@Timeout(120)
class PracticalInUseTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration STEP = Duration.ofSeconds(1);

    private final RestartableCluster cluster =
            new RestartableCluster(3, LocksConfig.of("a=x:1").protocol("ricart-agrawala:practical"));

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

    @Test
    void theOthersGoOnWithoutANodeThatHasFailedOnceTheTimeOutsHaveFoundItOut() {
        ask(0).join().close();
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
