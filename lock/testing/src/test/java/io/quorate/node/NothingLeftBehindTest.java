// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.testing.InMemoryCluster;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lock takes memory only while somebody wants it. */
@Tag("slow")
@Tag("threads")
class NothingLeftBehindTest {
    private static final long HEAP_GROWTH_MAX = 4L << 20;

    @Test
    void aHundredThousandLocksTakenOnceLeaveNothing() throws InterruptedException {
        takeOnce(100_000);
    }

    @Test
    @Tag("long")
    void aMillionLocksTakenOnceLeaveNothing() throws InterruptedException {
        takeOnce(1_000_000);
    }

    private static void takeOnce(int locks) throws InterruptedException {
        try (InMemoryCluster cluster = InMemoryCluster.usual(3)) {
            take(cluster, "warm up ", 5_000);
            long before = usedHeap();
            take(cluster, "lock ", locks);
            long after = usedHeap();
            assertThat(after - before)
                    .as("growth of the heap, in bytes, by %d locks", locks)
                    .isLessThan(HEAP_GROWTH_MAX);
        }
    }

    private static void take(InMemoryCluster cluster, String prefix, int locks) throws InterruptedException {
        for (int number = 0; number < locks; number++) {
            cluster.node(number % 3).lock(prefix + number).acquire().close();
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(cluster.nodes())
                        .extracting(
                                each -> ((EmbeddedLocks) each).node().counters().locksInUse())
                        .containsOnly(0));
    }

    /** After a collection that has really happened: something unreachable is gone. */
    private static long usedHeap() {
        for (int times = 0; times < 2; times++) {
            WeakReference<Object> garbage = new WeakReference<>(new Object());
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                System.gc();
                return garbage.get() == null;
            });
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
