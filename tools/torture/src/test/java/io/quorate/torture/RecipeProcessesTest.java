// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.torture.holds.HoldAudit;
import io.quorate.torture.holds.HoldHistory;
import io.quorate.torture.holds.ProcessLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three real processes with threads that take lock sets that overlap, in any order, and permits of one semaphore, while a process is killed
 * and another stopped. Every lock of a set and every permit is written down as a hold, so the audit finds two holders at once, also of a
 * permit: no more than its number of permits are out if no permit has two holders.
 */
@Tag("slow")
@Tag("threads")
final class RecipeProcessesTest {
    private static final int THREADS = 3;

    @TempDir
    private Path folder;

    private TortureCluster cluster;

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void setsAndPermitsExcludeAndComeBackFromTheDead() throws Exception {
        cluster = Clusters.onLoopback(folder, true);
        cluster.startAll(Clusters.VOTERS);
        for (String id : Clusters.VOTERS) {
            cluster.process(id).tell("recipes " + THREADS + " " + id.hashCode());
        }
        awaitMoreOf("n2", 0);
        awaitMoreOf("n3", 0);
        long killed = cluster.kill("n1");
        awaitMoreOf("n2", killed);
        awaitMoreOf("n3", killed);
        cluster.process("n2").signal("STOP");
        long stopped = System.nanoTime();
        cluster.start("n1");
        cluster.awaitJoined("n1");
        awaitMoreOf("n3", stopped);
        cluster.process("n2").signal("CONT");
        awaitMoreOf("n2", System.nanoTime());
        for (String id : Clusters.VOTERS) {
            cluster.end(id);
        }
        HoldAudit audit = Clusters.assertFine(cluster);
        assertThat(audit.holds()).isGreaterThan(10 * THREADS);
        assertThat(audit.failures()).doesNotContainKey("LockTimeoutException");
    }

    /** Waits until every account was in a set and every permit was out at this node, in holds that began after this time. */
    private void awaitMoreOf(String id, long after) {
        int all = LockLoad.ACCOUNTS + LockLoad.PERMITS;
        await().atMost(Clusters.TIMEOUT).until(() -> locksSince(id, after).size() == all);
    }

    private Set<String> locksSince(String id, long after) throws IOException {
        List<ProcessLog> logs = cluster.logs();
        return logs.stream()
                .filter(log -> log.node().equals(id))
                .flatMap(log -> log.histories().stream())
                .filter(hold -> hold.wasValid() && hold.begin() > after)
                .map(HoldHistory::name)
                .collect(Collectors.toSet());
    }
}
