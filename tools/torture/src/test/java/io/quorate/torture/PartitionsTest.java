// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.torture.holds.HoldAudit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real processes, each in a network of its own, between which links are cut. */
@Tag("slow")
@Tag("threads")
final class PartitionsTest {
    @TempDir
    private Path folder;

    private Namespaces network;
    private TortureCluster cluster;

    @BeforeEach
    void start() throws Exception {
        String whyNot = Namespaces.whyNot();
        if (whyNot != null) {
            System.err.println("[WARNING] NOT TESTED: PartitionsTest. " + whyNot);
        }
        assumeTrue(whyNot == null, whyNot);
        network = Namespaces.open(Clusters.VOTERS, List.of());
        cluster = new TortureCluster(Clusters.settings(folder, true), network);
        cluster.startAll(Clusters.VOTERS);
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Everybody gets the lock, one after the other. */
    private void assertAllIsWell() throws Exception {
        network.heal();
        for (String id : Clusters.VOTERS) {
            // Whoever was cut off may be told so once more.
            await().atMost(Clusters.TIMEOUT).until(() -> {
                cluster.process(id).tell("take after exclusive");
                return cluster.process(id)
                        .awaitAny(List.of("held after", "failed after"), Clusters.TIMEOUT)
                        .startsWith("held");
            });
            assertThat(cluster.ask(id, "give after", "gave after")).isEqualTo("RELEASED");
        }
    }

    @Test
    void theMinorityIsToldThatThereIsNoQuorumAndTheMajorityGoesOn() throws Exception {
        cluster.take("n3", "job");
        cluster.process("n1").tell("take job exclusive");
        for (String other : List.of("n1", "n2")) {
            network.cut("n3", other);
            network.cut(other, "n3");
        }
        cluster.process("n3").await("lost job QUORUM_LOST", Clusters.TIMEOUT);
        cluster.process("n1").await("held job", Clusters.TIMEOUT);
        cluster.process("n3").tell("take other exclusive");
        cluster.process("n3").await("failed other LockUnavailableException", Clusters.TIMEOUT);
        cluster.take("n2", "other");
        assertAllIsWell();
        HoldAudit audit = Clusters.assertFine(cluster);
        assertThat(audit.losses()).containsOnlyKeys("QUORUM_LOST").containsValue(1);
    }

    @Test
    void aVoterThatHearsButIsNotHeardCostsNobodyAHold() throws Exception {
        List<String> locks = List.of("a", "b", "c", "d");
        for (String lock : locks) {
            cluster.take("n1", lock);
        }
        network.cut("n3", "n1");
        network.cut("n3", "n2");
        long cut = System.nanoTime();
        for (String lock : locks) {
            cluster.process("n2").tell("take " + lock + " exclusive");
            await().atMost(Clusters.TIMEOUT)
                    .until(() -> Clusters.histories(cluster, "n1", lock).get(0).validUntil()
                            > cut + 3 * Clusters.LEASE.toNanos());
            assertThat(cluster.ask("n1", "give " + lock, "gave " + lock)).isEqualTo("RELEASED");
            cluster.process("n2").await("held " + lock, Clusters.TIMEOUT);
        }
        assertAllIsWell();
        assertThat(Clusters.assertFine(cluster).losses()).isEmpty();
    }

    @Test
    void aHolderThatIsHeardByNobodyLosesItsHoldBeforeAnotherHasIt() throws Exception {
        cluster.take("n1", "job");
        cluster.process("n2").tell("take job exclusive");
        network.cut("n1", "n2");
        network.cut("n1", "n3");
        cluster.process("n1").await("lost job QUORUM_LOST", Clusters.TIMEOUT);
        cluster.process("n2").await("held job", Clusters.TIMEOUT);
        assertAllIsWell();
        Clusters.assertFine(cluster);
    }

    @Test
    void twoThatCannotTalkStillShareTheThirdAndNeverTheLock() throws Exception {
        network.cut("n1", "n2");
        network.cut("n2", "n1");
        for (int round = 0; round < 5; round++) {
            for (String id : List.of("n1", "n2", "n3")) {
                cluster.take(id, "job");
                cluster.ask(id, "give job", "gave job");
            }
        }
        assertAllIsWell();
        HoldAudit audit = Clusters.assertFine(cluster);
        assertThat(audit.losses()).isEmpty();
    }
}
