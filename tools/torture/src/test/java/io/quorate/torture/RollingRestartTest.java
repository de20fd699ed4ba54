// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.torture.holds.HoldAudit;
import io.quorate.torture.holds.HoldWatch;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All voters are restarted one after the other, as the run book says, and nobody notices. */
@Tag("slow")
@Tag("threads")
final class RollingRestartTest {
    @TempDir
    private Path folder;

    @Test
    void noHoldFails() throws Exception {
        restartAll(true);
    }

    @Test
    @Tag("long")
    void noHoldFailsWithoutDataDirectoriesEither() throws Exception {
        restartAll(false);
    }

    private void restartAll(boolean keepsData) throws Exception {
        List<String> longHolds = List.of("long/1", "long/2", "long/3", "long/4");
        try (TortureCluster cluster = Clusters.onLoopback(folder, keepsData)) {
            cluster.startAll(List.of("n1", "n2", "n3", "g1"));
            for (String lock : longHolds) {
                cluster.take("g1", lock);
            }
            cluster.process("g1").tell("load 3 1");
            for (String id : Clusters.VOTERS) {
                cluster.process(id).tell("load 2 2");
            }
            for (String id : Clusters.VOTERS) {
                cluster.end(id);
                cluster.start(id);
                cluster.awaitJoined(id);
                cluster.process(id).tell("load 2 3");
            }
            for (String lock : longHolds) {
                assertThat(cluster.ask("g1", "give " + lock, "gave " + lock)).isEqualTo("RELEASED");
            }
            for (String id : List.of("g1", "n1", "n2", "n3")) {
                cluster.ask(id, "rest", "resting");
            }
            HoldAudit audit = Clusters.assertFine(cluster);
            assertThat(audit.losses()).isEmpty();
            assertThat(audit.failures().keySet()).isSubsetOf(HoldWatch.GAVE_UP);
            assertThat(audit.holds()).as("there was load").isGreaterThan(100);
        }
    }
}
