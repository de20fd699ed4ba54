// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.Roster;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Virtual threads wait for locks by the hundred thousand: none of them keeps a thread of the system, and all get their turn, alone. Three
 * nodes of this process talk over TCP. Needs JDK 21 or newer; these tests are compiled for 17, hence the reflection.
 */
@Tag("threads")
@Tag("slow")
@Tag("long")
@Timeout(900)
class VirtualThreadsTest {
    private static final int THREADS = Integer.getInteger("virtual.threads", 100_000);
    private static final int LOCKS = 1_000;
    private static final int NODES = 3;
    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private final List<Locks> nodes = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger done = new AtomicInteger();

    /** Written under the lock of the same number only. */
    private final int[] entries = new int[LOCKS];

    @Test
    void aHundredThousandOfThemWaitAndAllGetTheirTurn() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21");
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        try {
            join();
            List<Hold> first = new ArrayList<>();
            for (int lock = 0; lock < LOCKS; lock++) {
                first.add(nodes.get(0).lock("lock/" + lock).acquire());
            }
            long heapBefore = usedHeap();
            for (int number = 0; number < THREADS; number++) {
                int own = number;
                start.invoke(null, (Runnable) () -> enter(own));
            }
            Awaitility.await("all wait").atMost(DEADLINE).until(() -> waiting() + failures.size() == THREADS);
            int platformThreads = ManagementFactory.getThreadMXBean().getThreadCount();
            report(heapBefore, platformThreads);
            assertThat(platformThreads)
                    .as("threads of the system while %d virtual threads wait", THREADS)
                    .isLessThan(100);

            first.forEach(Hold::close);
            Awaitility.await("all have been inside").atMost(DEADLINE).until(() -> done.get() == THREADS);
            assertThat(failures).isEmpty();
            for (int lock = 0; lock < LOCKS; lock++) {
                assertThat(entries[lock]).as("entries under lock %d", lock).isEqualTo(THREADS / LOCKS);
            }
        } finally {
            nodes.forEach(Locks::close);
        }
    }

    private void join() throws Exception {
        Roster roster = FreePorts.roster("virtual", NODES);
        LocksConfig config = LocksConfig.of(
                        roster.members().stream().map(Roster.Member::toString).toArray(String[]::new))
                .cluster("virtual");
        ExecutorService starters = Executors.newFixedThreadPool(NODES);
        List<CompletableFuture<Locks>> joining = new ArrayList<>();
        for (Roster.Member member : roster.members()) {
            joining.add(CompletableFuture.supplyAsync(() -> FirstStart.join(config.nodeId(member.id())), starters));
        }
        for (CompletableFuture<Locks> each : joining) {
            nodes.add(each.get());
        }
        starters.shutdown();
    }

    private void enter(int number) {
        int lock = number % LOCKS;
        try (Hold hold = nodes.get(number % NODES).lock("lock/" + lock).acquire()) {
            assertThat(hold.fence()).isPositive();
            entries[lock]++;
        } catch (InterruptedException | RuntimeException | AssertionError failure) {
            failures.add(failure);
        } finally {
            done.incrementAndGet();
        }
    }

    private long waiting() {
        return nodes.stream().mapToLong(node -> node.statistics().waiting()).sum();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void report(long heapBefore, int platformThreads) throws Exception {
        long heap = usedHeap() - heapBefore;
        Path status = Path.of("/proc/self/status"); // only on Linux
        String resident = !Files.exists(status)
                ? ""
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmRSS"))
                        .findFirst()
                        .orElse("");
        System.out.printf(
                Locale.ROOT,
                "[INFO] %d virtual threads wait on JDK %s: %.1f MB of heap, %.2f KB each; %d threads of the system; %s%n",
                THREADS,
                Runtime.version(),
                heap / 1e6,
                heap / 1e3 / THREADS,
                platformThreads,
                resident);
    }
}
