// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.QuorateCli;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.soak.holds.HoldAudit;
import io.quorate.cli.soak.holds.HoldHistory;
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

    static SoakCluster.Settings settings(Path folder, boolean keepsData) {
        return settings(folder, keepsData, LEASE);
    }

    static SoakCluster.Settings settings(Path folder, boolean keepsData, Duration lease) {
        return new SoakCluster.Settings(
                folder,
                lease,
                Duration.ofSeconds(1),
                keepsData,
                ChildProcess.javaCommand(
                        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m"), QuorateCli.class));
    }

    static SoakCluster onLoopback(Path folder, boolean keepsData) throws IOException {
        return new SoakCluster(settings(folder, keepsData), Network.loopback(VOTERS.size()));
    }

    /** The holds of one lock by one node, in the order in which it asked. */
    static List<HoldHistory> histories(SoakCluster cluster, String node, String lock) throws IOException {
        return cluster.logs().stream()
                .filter(log -> log.node().equals(node))
                .flatMap(log -> log.histories().stream())
                .filter(history -> history.name().equals(lock))
                .toList();
    }

    static HoldAudit assertFine(SoakCluster cluster) throws IOException {
        HoldAudit audit = cluster.audit();
        assertThat(audit.violations()).isEmpty();
        return audit;
    }
}
