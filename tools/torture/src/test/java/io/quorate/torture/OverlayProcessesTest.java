// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.torture.holds.HoldAudit;
import io.quorate.torture.holds.HoldWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes of an overlay on one machine: some are killed, some leave, others come, while several want the same locks. */
@Tag("threads")
final class OverlayProcessesTest {
    /** Twenty processes on two processors stand still now and then: longer than usual tests allow. */
    private static final Duration LEASE = Duration.ofSeconds(4);

    @TempDir
    private Path folder;

    private TortureCluster cluster;

    private void prepare(String protocol) throws Exception {
        List<String> java = ChildProcess.javaCommand(
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx48m"), Torture.class);
        TortureCluster.Settings settings =
                new TortureCluster.Settings(folder, LEASE, Duration.ofSeconds(2), true, java);
        cluster = new TortureCluster(settings, new OverlayNetwork(protocol));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void start(int from, int to) throws Exception {
        for (int number = from; number <= to; number++) {
            cluster.start("p" + number);
            if (number % 4 == 1) {
                cluster.awaitJoined("p" + number); // some at once, but not all: this machine has few processors
            }
        }
        for (int number = from; number <= to; number++) {
            if (number % 4 != 1) {
                cluster.awaitJoined("p" + number);
            }
        }
    }

    private void takeInTurn(List<String> ids, String lock) throws InterruptedException {
        for (String id : ids) {
            cluster.take(id, lock);
            cluster.ask(id, "give " + lock, "gave " + lock);
        }
    }

    private void churn(int processes, int steps) throws Exception {
        start(1, processes);
        List<String> workers = List.of("p1", "p2", "p3", "p4", "p5", "p6");
        for (int place = 0; place < workers.size(); place++) {
            cluster.process(workers.get(place)).tell("load 1 " + place);
        }
        List<String> others = new ArrayList<>(cluster.running());
        List<String> staying = workers.subList(0, 4);
        others.removeAll(staying); // of those with work, two are ended like any other
        int next = processes + 1;
        takeInTurn(staying, "before");
        for (int step = 0; step < steps; step++) {
            cluster.kill(others.remove(0));
            cluster.end(others.remove(0));
            start(next, next + 1);
            others.add("p" + next);
            others.add("p" + (next + 1));
            next += 2;
            takeInTurn(staying, "step/" + step);
        }
        for (String id : staying) {
            cluster.ask(id, "rest", "resting");
        }
        takeInTurn(cluster.running(), "left");
        takeInTurn(cluster.running(), "right");
        HoldAudit audit = Clusters.assertFine(cluster);
        assertThat(audit.holds()).isGreaterThan(2 * processes);
        assertThat(audit.failures().keySet()).isSubsetOf(HoldWatch.GAVE_UP, "LocksClosedException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
    @Tag("long")
    void twentyProcessesWithChurn(String protocol) throws Exception {
        prepare(protocol);
        churn(20, 4);
    }

    /** Without a hook the process would be gone before it is told to give the lock back. */
    @Test
    @Tag("long")
    void aTermLetsTheApplicationCloseItsHolds() throws Exception {
        prepare("sigma");
        start(1, 5);
        cluster.take("p5", "job");
        ChildProcess dying = cluster.process("p5");
        dying.signal("TERM");
        assertThat(cluster.ask("p5", "give job", "gave job")).isEqualTo("RELEASED");
        cluster.take("p1", "job");
        assertThat(dying.awaitEnd(Clusters.TIMEOUT)).isEqualTo(128 + 15);
        Clusters.assertFine(cluster);
    }
}
