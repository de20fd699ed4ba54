// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Health;
import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the shutdown hook does at a node of an overlay. */
@Tag("slow")
@Tag("threads")
class OverlayShutdownTest {
    private static final Duration SOON = OverlayCluster.DEADLINE;

    private static LocksConfig settings(LocksConfig config) {
        return config.cluster("shutdown").lease(Duration.ofSeconds(2)).suspectAfter(Duration.ofSeconds(5));
    }

    @Test
    void anOpenHoldStaysUntilItsOwnerClosesItAndThenGoesToTheNext() throws Exception {
        try (OverlayCluster cluster = new OverlayCluster(OverlayShutdownTest::settings)) {
            for (int count = 0; count < 5; count++) {
                cluster.start();
            }
            cluster.awaitAllIn();
            Locks ending = cluster.nodes().get(4).locks();
            Locks other = cluster.nodes().get(0).locks();
            Hold hold = ending.lock("job").acquire(SOON);
            CompletableFuture<Hold> next = other.lock("job").acquireAsync().toCompletableFuture();
            CompletableFuture<Void> hook = CompletableFuture.runAsync(
                    () -> ((EmbeddedLocks) ending).node().closeWithProcess(SOON),
                    task -> new Thread(task, "hook").start());
            await().atMost(SOON).until(() -> ending.health().state() == Health.State.CLOSED);
            assertThatThrownBy(() -> ending.lock("another").acquire(SOON)).isInstanceOf(LocksClosedException.class);
            assertThat(next.isDone() && hold.isValid()).as("two holders").isFalse();
            assertThat(hook).as("it waits for the hold").isNotDone();
            hold.close();
            Hold theirs = next.get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(theirs.fence()).isGreaterThan(hold.fence());
            hook.get(SOON.toSeconds(), TimeUnit.SECONDS);
            theirs.close();
            cluster.nodes().get(1).locks().lock("job").acquire(SOON).close();
        }
    }
}
