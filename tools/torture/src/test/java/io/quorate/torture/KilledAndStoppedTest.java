// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.torture.holds.HoldAudit;
import io.quorate.torture.holds.HoldHistory;
import io.quorate.torture.holds.HoldWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real processes: one is killed or stopped, and the others go on. */
@Tag("slow")
@Tag("threads")
final class KilledAndStoppedTest {
    @TempDir
    private Path folder;

    private TortureCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = Clusters.onLoopback(folder, true);
        cluster.startAll(Clusters.VOTERS);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private boolean isValid(String id, String lock) throws InterruptedException {
        return cluster.ask(id, "look " + lock, "look " + lock).equals("valid");
    }

    /** Waits until a hold is valid past this time, as its owner has written down. */
    private void awaitValidBeyond(String id, String lock, long time) {
        await().atMost(Clusters.TIMEOUT).until(() -> {
            HoldHistory hold = Clusters.histories(cluster, id, lock).get(0);
            return hold.validUntil() > time;
        });
    }

    @Test
    void aKilledHoldersLockGoesOnToTheNextWhenItsLeaseHasRunOutAndNotBefore() throws Exception {
        long first = cluster.take("n1", "job");
        cluster.process("n2").tell("take job exclusive");
        long killed = cluster.kill("n1");
        long second = Long.parseLong(cluster.process("n2").await("held job", Clusters.TIMEOUT));
        HoldHistory dead = Clusters.histories(cluster, "n1", "job").get(0);
        HoldHistory next = Clusters.histories(cluster, "n2", "job").get(0);
        assertThat(next.begin())
                .as("not before the last deadline that the dead one knew")
                .isGreaterThanOrEqualTo(dead.validUntil());
        assertThat(next.begin() - killed)
                .as("after about a lease: three at most, however busy this machine is")
                .isLessThan(3 * Clusters.LEASE.toNanos());
        assertThat(second).isGreaterThan(first);
        Clusters.assertFine(cluster);
    }

    @Test
    void holdsAndWaitersOfOthersOutliveAKilledVoter() throws Exception {
        List<String> locks = List.of("a", "b", "c", "d", "e", "f"); // some of them have n3 in their quorum
        for (String lock : locks) {
            cluster.take("n1", lock);
            cluster.process("n2").tell("take " + lock + " exclusive");
        }
        long killed = cluster.kill("n3");
        for (String lock : locks) {
            cluster.take("n2", "new/" + lock);
            HoldHistory fresh = Clusters.histories(cluster, "n2", "new/" + lock).get(0);
            assertThat(fresh.begin() - fresh.asked())
                    .as("at most until the dead one is suspected, which takes half a lease")
                    .isLessThan(Clusters.LEASE.toNanos());
        }
        for (String lock : locks) {
            awaitValidBeyond("n1", lock, killed + 2 * Clusters.LEASE.toNanos());
            assertThat(isValid("n1", lock)).isTrue();
        }
        for (String lock : locks) {
            assertThat(cluster.ask("n1", "give " + lock, "gave " + lock)).isEqualTo("RELEASED");
            cluster.process("n2").await("held " + lock, Clusters.TIMEOUT);
        }
        HoldAudit audit = Clusters.assertFine(cluster);
        assertThat(audit.losses()).isEmpty();
        assertThat(audit.failures()).isEmpty();
    }

    @Test
    void aHolderThatWasStoppedBeyondItsLeaseFindsItsHoldOverAndItsLateWriteRefused() throws Exception {
        long first = cluster.take("n1", "job");
        assertThat(cluster.ask("n1", "write job", "write job")).isEqualTo("taken");
        cluster.process("n2").tell("take job exclusive");
        cluster.process("n1").signal("STOP");
        long second = Long.parseLong(cluster.process("n2").await("held job", Clusters.TIMEOUT));
        assertThat(second).isGreaterThan(first);
        assertThat(cluster.ask("n2", "write job", "write job")).isEqualTo("taken");
        cluster.process("n1").tell("write job"); // what it would do next, without a look: lies there when it wakes
        cluster.process("n1").tell("look job");
        cluster.process("n1").signal("CONT");
        assertThat(onWaking()).containsExactlyInAnyOrder("write job refused", "look job over", "lost job QUORUM_LOST");
        assertThat(isValid("n2", "job")).isTrue();
        assertThat(cluster.ask("n1", "give job", "gave job")).isEqualTo("WAS_LOST");
        Clusters.assertFine(cluster);
    }

    /** The three things that the stopped one says, in whichever order. */
    private List<String> onWaking() throws InterruptedException {
        List<String> said = new ArrayList<>();
        while (said.size() < 3) {
            said.add(cluster.process("n1").await("", Clusters.TIMEOUT));
        }
        return said;
    }

    @Test
    void afterAKillOfAllFencesGoOnRisingAndNobodyWaitsForEver() throws Exception {
        fenceAfterKillOfAll(cluster);
    }

    @Test
    @Tag("long")
    void theSameWithoutDataDirectories() throws Exception {
        cluster.close();
        cluster = Clusters.onLoopback(Files.createDirectory(folder.resolve("forgetful")), false);
        cluster.startAll(Clusters.VOTERS);
        fenceAfterKillOfAll(cluster);
    }

    private static void fenceAfterKillOfAll(TortureCluster cluster) throws IOException, InterruptedException {
        for (String id : Clusters.VOTERS) {
            cluster.process(id).tell("load 2 7");
        }
        long before = cluster.take("n1", "job");
        for (String id : Clusters.VOTERS) {
            cluster.kill(id);
        }
        cluster.startAll(Clusters.VOTERS);
        for (String id : Clusters.VOTERS) {
            cluster.process(id).tell("load 2 8");
        }
        for (String id : Clusters.VOTERS) {
            long fence = cluster.take(id, "job");
            assertThat(fence).isGreaterThan(before);
            before = fence;
            cluster.ask(id, "give job", "gave job");
        }
        for (String id : Clusters.VOTERS) { // all together: the last to go needs the others
            cluster.ask(id, "rest", "resting");
        }
        HoldAudit audit = Clusters.assertFine(cluster);
        assertThat(audit.failures().keySet()).isSubsetOf(HoldWatch.GAVE_UP);
    }
}
