// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cli.bench.load.Measured;
import io.quorate.cli.bench.load.Workload;
import io.quorate.peers.StallWatch.Stall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The peers with three servers that survive the loss of one: in processes of their own, as in a comparison. */
final class DeploymentTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"ZOOKEEPER", "ETCD", "HAZELCAST"})
    void locksExcludeEachOtherAndSurviveTheLeader(Contestant contestant) throws Exception {
        assumeTrue(contestant != Contestant.ETCD || isInstalled("etcd"), "etcd is not installed");
        try (Deployment deployment = Deployment.start(contestant, new Deployment.Place(folder, List.of(), LEASE))) {
            assertThat(overlaps(deployment, Workload.CONTENDED)).isZero();
            // Sixteen threads of one client: a lock that a client held as a whole would let them all in.
            assertThat(overlaps(deployment, Workload.MANY)).isZero();
            assertThat(longestStall(deployment).isOver()).isTrue();
            deployment.restoreServer();
            assertThat(longestStall(deployment).isOver()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ZOOKEEPER", "ETCD", "HAZELCAST"})
    void aLockOfADeadClientIsFreeAfterItsLease(Contestant contestant) throws Exception {
        assumeTrue(contestant != Contestant.ETCD || isInstalled("etcd"), "etcd is not installed");
        try (Deployment deployment = Deployment.start(contestant, new Deployment.Place(folder, List.of(), LEASE))) {
            deployment.client(0).tell(ClientCommand.HOLD + " lock");
            deployment.client(0).await("held", TIMEOUT);
            deployment.client(1).tell(ClientCommand.WAIT + " lock 30000");
            deployment.killClient(0);
            assertThat(deployment.client(1).await("granted", TIMEOUT)).isNotEqualTo("never");
        }
    }

    private static long overlaps(Deployment deployment, Workload workload) throws InterruptedException {
        for (int client = 0; client < Deployment.CLIENTS; client++) {
            deployment.client(client).tell(ClientCommand.MEASURE + " " + workload + " 1000");
        }
        long overlaps = 0;
        for (int client = 0; client < Deployment.CLIENTS; client++) {
            Measured measured = Measured.ofLine(deployment.client(client).await("measured", TIMEOUT));
            assertThat(measured.turns().nanos().getTotalCount()).isPositive();
            overlaps += measured.overlaps();
        }
        return overlaps;
    }

    private static Stall longestStall(Deployment deployment) throws Exception {
        deployment.client(0).tell(ClientCommand.WATCH + " 15000");
        Thread.sleep(1_000);
        deployment.killServer();
        return Stall.ofLine(deployment.client(0).await("watched", TIMEOUT));
    }

    private static boolean isInstalled(String command) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(each -> Files.isExecutable(Path.of(each, command)));
    }
}
