// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static io.quorate.node.RestartableCluster.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** K: a disk that takes long keeps no turn, no loss notification and no other node waiting. */
@Tag("threads")
@Timeout(120)
class SlowDiskTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Within this time of its start a node asks for the next ceiling. */
    private static final Duration UNTIL_ASKED = Duration.ofSeconds(31);

    /** Then its clock is above the first one. */
    private static final Duration UNTIL_ABOVE = Duration.ofSeconds(60);

    private final RestartableCluster cluster = new RestartableCluster(3);
    private final GatedStore store = new GatedStore();
    private final List<String> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        store.open();
        cluster.close();
    }

    private Hold holdOfNodeWithDisk() throws Exception {
        cluster.crash(0);
        cluster.restart(0, store);
        await().atMost(SOON).until(() -> !store.kept().isEmpty());
        cluster.pass(MEMORY);
        Hold hold = cluster.node(0).lock("x").acquire();
        hold.onLost(reason -> events.add("lost"));
        store.shut();
        return hold;
    }

    @Test
    void aWriteThatIsUnderWayAheadOfNeedDelaysNothing() throws Exception {
        Hold hold = holdOfNodeWithDisk();
        cluster.pass(UNTIL_ASKED);
        await().atMost(SOON).until(store::isAwaited);
        cluster.node(0).lock("y").acquire(SOON).close();
        CompletableFuture<Hold> next = cluster.node(1).lock("x").acquireAsync().toCompletableFuture();
        cluster.settle();
        assertThat(hold.isValid()).isTrue();
        hold.close();
        next.get(SOON.toMillis(), TimeUnit.MILLISECONDS).close();
    }

    @Test
    void aHolderWhoseDiskHangsIsToldBeforeAnybodyElseGetsTheLock() throws Exception {
        Hold hold = holdOfNodeWithDisk();
        CompletableFuture<Hold> next = cluster.node(1)
                .lock("x")
                .acquireAsync()
                .toCompletableFuture()
                .whenComplete((held, failure) -> events.add("granted"));
        cluster.pass(UNTIL_ABOVE.minus(MEMORY).plusMillis(1));
        await().atMost(SOON).until(store::isAwaited);
        cluster.settle();
        long sent = cluster.framesSent(0);
        while (hold.isValid()) {
            cluster.jump(Duration.ofMillis(40));
            assertThat(next).isNotDone();
        }
        await().atMost(SOON).until(() -> events.contains("lost"));
        assertThat(next).as("the voters still remember the hold").isNotDone();
        assertThat(cluster.framesSent(0)).as("above the ceiling that is kept").isEqualTo(sent);
        cluster.jump(MEMORY);
        Hold second = next.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        await().atMost(SOON).until(() -> events.contains("granted"));
        assertThat(events).containsExactly("lost", "granted");
        assertThat(second.fence()).isGreaterThan(hold.fence());
        second.close();

        store.open();
        await().atMost(SOON).until(() -> cluster.framesSent(0) > sent);
        cluster.settle();
        CompletableFuture<Hold> again = cluster.node(0).lock("x").acquireAsync().toCompletableFuture();
        cluster.settle();
        assertThat(again.get(SOON.toMillis(), TimeUnit.MILLISECONDS).fence()).isGreaterThan(second.fence());
        store.shut(); // for the end of the test
    }
}
