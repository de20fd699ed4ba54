// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.torture.holds.HoldHistory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Voters that are killed and started again at once have forgotten what they promised. */
@Tag("slow")
@Tag("threads")
final class ForgetfulVotersTest {
    /** Longer than it takes to start two processes: else there would be nothing to forget. */
    private static final Duration LEASE = Duration.ofSeconds(4);

    @TempDir
    private Path folder;

    @Test
    void theyGrantNothingWhileAHolderMayRelyOnWhatTheyPromised() throws Exception {
        Network network = Network.loopback(Clusters.VOTERS.size());
        try (TortureCluster cluster = new TortureCluster(Clusters.settings(folder, true, LEASE), network)) {
            cluster.startAll(Clusters.VOTERS);
            long first = cluster.take("n1", "job");
            cluster.process("n1").signal("STOP"); // so that it cannot remind them
            cluster.kill("n2");
            cluster.kill("n3");
            cluster.start("n2").tell("take job exclusive");
            cluster.start("n3");
            long second = Long.parseLong(cluster.await("n2", "held job"));
            assertThat(second).isGreaterThan(first);
            cluster.process("n1").signal("CONT");
            cluster.await("n1", "lost job QUORUM_LOST");
            HoldHistory dead = Clusters.histories(cluster, "n1", "job").get(0);
            HoldHistory next = Clusters.histories(cluster, "n2", "job").get(0);
            assertThat(next.begin()).isGreaterThanOrEqualTo(dead.validUntil());
            Clusters.assertFine(cluster);
        }
    }
}
