// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.torture.holds.HoldAudit;
import io.quorate.torture.holds.HoldHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Clusters of real processes with a short lease, for tests. */
final class Clusters {
    static final Duration LEASE = Duration.ofSeconds(2);
    static final Duration TIMEOUT = Duration.ofSeconds(90);
    static final List<String> VOTERS = List.of("n1", "n2", "n3");

    private Clusters() {}

    static TortureCluster.Settings settings(Path folder, boolean keepsData) {
        return settings(folder, keepsData, LEASE);
    }

    static TortureCluster.Settings settings(Path folder, boolean keepsData, Duration lease) {
        return new TortureCluster.Settings(
                folder,
                lease,
                Duration.ofSeconds(1),
                keepsData,
                ChildProcess.javaCommand(
                        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m"), Torture.class));
    }

    static TortureCluster onLoopback(Path folder, boolean keepsData) throws IOException {
        return new TortureCluster(settings(folder, keepsData), Network.loopback(VOTERS.size()));
    }

    /** The holds of one lock by one node, in the order in which it asked. */
    static List<HoldHistory> histories(TortureCluster cluster, String node, String lock) throws IOException {
        return cluster.logs().stream()
                .filter(log -> log.node().equals(node))
                .flatMap(log -> log.histories().stream())
                .filter(history -> history.name().equals(lock))
                .toList();
    }

    static HoldAudit assertFine(TortureCluster cluster) throws IOException {
        HoldAudit audit = cluster.audit();
        assertThat(audit.violations()).isEmpty();
        return audit;
    }
}
