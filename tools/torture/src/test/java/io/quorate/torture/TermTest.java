// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.torture.holds.HoldHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A TERM to an application with the default shutdown hook: three real processes, and a lease that is long beside all else. */
@Tag("slow")
@Tag("threads")
final class TermTest {
    private static final Duration LEASE = Duration.ofSeconds(12);

    /** A lock that somebody has to wait for because of a crash is free after two thirds of a lease at the earliest. */
    private static final long AFTER_A_CRASH = LEASE.toNanos() * 2 / 3;

    private static final int KILLED_BY_TERM = 128 + 15;

    @TempDir
    private Path folder;

    private TortureCluster cluster;

    @Test
    void aTermIsNoCrashUnlessAHoldStaysOpen() throws Exception {
        TortureCluster processes =
                new TortureCluster(Clusters.settings(folder, true, LEASE), Network.loopback(Clusters.VOTERS.size()));
        try (processes) {
            cluster = processes;
            cluster.startAll(Clusters.VOTERS);
            aMemberThatHoldsNothingHoldsUpNobody();
            cluster.start("n3");
            cluster.awaitJoined("n3");
            whatIsClosedDuringTheShutdownGoesToTheNextAtOnce();
            cluster.start("n1");
            cluster.awaitJoined("n1");
            whatStaysOpenEndsWithItsLeaseAndNotBefore();
        }
    }

    private void aMemberThatHoldsNothingHoldsUpNobody() throws Exception {
        for (int round = 0; round < 5; round++) { // so that it stands with n3
            cluster.take("n3", "stands");
            cluster.ask("n3", "give stands", "gave stands");
        }
        cluster.take("n1", "long");
        endByTerm("n3");
        for (String lock : List.of("stands", "a", "b", "c", "d", "e", "f")) {
            cluster.take("n2", lock);
            HoldHistory hold = history("n2", lock);
            assertThat(hold.begin() - hold.asked()).as(lock).isLessThan(AFTER_A_CRASH);
        }
        assertThat(cluster.ask("n1", "look long", "look long")).isEqualTo("valid");
        cluster.ask("n1", "give long", "gave long");
    }

    private void whatIsClosedDuringTheShutdownGoesToTheNextAtOnce() throws Exception {
        cluster.take("n1", "job");
        cluster.process("n2").tell("take job exclusive");
        await().atMost(Clusters.TIMEOUT).until(() -> !histories("n2", "job").isEmpty());
        ChildProcess dying = cluster.process("n1");
        dying.signal("TERM");
        long told = System.nanoTime();
        assertThat(cluster.ask("n1", "look job", "look job")).isEqualTo("valid");
        assertThat(cluster.ask("n1", "give job", "gave job")).isEqualTo("RELEASED");
        cluster.process("n2").await("held job", Clusters.TIMEOUT);
        assertThat(history("n2", "job").begin() - told).isLessThan(AFTER_A_CRASH);
        assertThat(dying.awaitEnd(Clusters.TIMEOUT)).isEqualTo(KILLED_BY_TERM);
        cluster.ask("n2", "give job", "gave job");
    }

    private void whatStaysOpenEndsWithItsLeaseAndNotBefore() throws Exception {
        cluster.take("n1", "open");
        cluster.process("n2").tell("take open exclusive");
        endByTerm("n1");
        cluster.process("n2").await("held open", Clusters.TIMEOUT);
        assertThat(history("n2", "open").begin())
                .as("not before the last deadline that the dead one knew")
                .isGreaterThanOrEqualTo(history("n1", "open").validUntil());
    }

    private void endByTerm(String id) throws IOException, InterruptedException {
        ChildProcess dying = cluster.process(id);
        dying.signal("TERM");
        assertThat(dying.awaitEnd(Clusters.TIMEOUT)).as(dying.logText()).isEqualTo(KILLED_BY_TERM);
    }

    private List<HoldHistory> histories(String id, String lock) throws IOException {
        return Clusters.histories(cluster, id, lock);
    }

    private HoldHistory history(String id, String lock) throws IOException {
        List<HoldHistory> all = histories(id, lock);
        return all.get(all.size() - 1);
    }
}
