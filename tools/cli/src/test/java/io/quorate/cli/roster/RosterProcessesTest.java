// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.cli.CommandRun;
import io.quorate.cli.cluster.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roster of real processes changes under load, and while they are killed. */
@Tag("long")
@Tag("slow")
@Tag("threads")
final class RosterProcessesTest {
    private static final Duration LEASE = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    /** A proposer writes its promise, its acceptance, and the configuration that it goes up to. */
    private static final int WRITES = 4;

    private static void awaitWrites(Path file, int writes) throws Exception {
        byte[] last = Files.readAllBytes(file);
        long deadline = System.nanoTime() + RosterCluster.TIMEOUT.toNanos();
        for (int seen = 0; seen < writes; ) {
            byte[] present = Files.readAllBytes(file);
            seen += Arrays.equals(present, last) ? 0 : 1;
            last = present;
            assertThat(System.nanoTime() - deadline)
                    .as("the next write is late")
                    .isNegative();
        }
    }

    private static void print(String text) {
        System.out.println("RosterProcessesTest: " + text);
    }

    @Test
    void everyMemberIsReplacedUnderLoad() throws Exception {
        try (RosterCluster cluster = new RosterCluster(folder, LEASE, 3);
                Locks first = cluster.guest("first", "n1", "n2");
                Locks second = cluster.guest("second", "n3");
                RosterLoad load = new RosterLoad(List.of(first, second), 48, 10_000)) {
            load.keep(first, 50, RosterCluster.TIMEOUT);
            load.keep(second, 50, RosterCluster.TIMEOUT);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(10)); // the load before, to compare with
            long calm = System.nanoTime();
            long before = load.p99(calm - TimeUnit.SECONDS.toNanos(8), calm);
            String by = "n1";
            String[][] pairs = {{"n3", "n4"}, {"n2", "n5"}, {"n1", "n6"}};
            for (String[] pair : pairs) {
                cluster.join(pair[1], by);
                long began = System.nanoTime();
                cluster.change(by, "replace", pair[0], cluster.member(pair[1]));
                long ended = System.nanoTime();
                print("replaced " + pair[0] + " by " + pair[1] + " in " + (ended - began) / 1_000_000 + " ms, p99 "
                        + load.p99(began, ended) + " us, before all changes " + before + " us");
                cluster.kill(pair[0]);
                by = pair[1];
            }
            print(load.acquisitions + " acquisitions, lost " + load.lost.size() + ", violations "
                    + load.violations.size());
            assertThat(load.violations).isEmpty();
            assertThat(load.lost).isEmpty();
            assertThat(first.roster().epoch()).isEqualTo(3);
            assertThat(second.roster().members()).hasSize(3);
        }
    }

    @Test
    void aClusterGrowsToAPlaneOfSevenAndShrinksWhileItsClientsRunOn() throws Exception {
        try (RosterCluster cluster = new RosterCluster(folder, LEASE, 3);
                Locks first = cluster.guest("first", "n1");
                Locks second = cluster.guest("second", "n2");
                RosterLoad load = new RosterLoad(List.of(first, second), 8, 1000)) {
            load.keep(first, 20, RosterCluster.TIMEOUT);
            cluster.join("n4", "n1");
            cluster.join("n5", "n1");
            cluster.change("n1", "add", cluster.member("n4"), cluster.member("n5"));
            cluster.join("n6", "n1");
            cluster.join("n7", "n4");
            cluster.change("n1", "add", cluster.member("n6"), cluster.member("n7"));
            cluster.change("n6", "quorums", "plane");
            assertThat(first.roster().members()).hasSize(7);
            cluster.change("n2", "quorums", "majority");
            cluster.change("n2", "remove", "n1", "n3", "n4", "n6");
            assertThat(load.violations).isEmpty();
            assertThat(load.lost).isEmpty();
            assertThat(second.roster().members()).hasSize(3);
        }
    }

    /** The proposer dies after each of its writes about rosters: all come to one roster, and the next change works. */
    @Test
    void theProposerIsKilledInTheMiddle() throws Exception {
        try (RosterCluster cluster = new RosterCluster(folder, Duration.ofSeconds(3), 3);
                Locks guest = cluster.guest("guest", "n1", "n2", "n3")) {
            Hold hold = guest.lock("held").acquire(RosterCluster.TIMEOUT);
            Set<Integer> ends = new HashSet<>();
            for (int round = 0; round < 6; round++) {
                int millis = 2500 + round * 100;
                CompletableFuture<CommandRun> asked = CompletableFuture.supplyAsync(
                        () -> cluster.roster("n1", "lease", millis + "ms", "--wait", "0s"));
                awaitWrites(cluster.data("n1").resolve("roster.state"), round % WRITES);
                cluster.kill("n1");
                asked.join();
                cluster.begin("n1");
                Awaitility.await("one configuration")
                        .atMost(RosterCluster.TIMEOUT)
                        .until(() -> {
                            int at2 = cluster.configuration("n2");
                            return at2 % 2 == 0 && at2 == cluster.configuration("n3");
                        });
                RosterCluster.awaitReady(
                        String.join(",", cluster.member("n1"), cluster.member("n2"), cluster.member("n3")));
                print("round " + round + ": configuration " + cluster.configuration("n2"));
                ends.add(cluster.configuration("n2"));
            }
            assertThat(ends).as("it died before a decision, and after one").hasSizeGreaterThan(1);
            assertThat(hold.isValid()).isTrue();
            hold.close();
            cluster.change("n2", "lease", "4s");
        }
    }

    @Test
    void aWipedDiskDoesNotVoteAndTheLastSurvivorBeginsAnew() throws Exception {
        try (RosterCluster cluster = new RosterCluster(folder, Duration.ofSeconds(3), 3)) {
            cluster.change("n1", "lease", "4s"); // binds the keys of the directories

            cluster.kill("n3");
            delete(cluster.data("n3"));
            ChildProcess wiped = cluster.begin("n3");
            Awaitility.await("the wiped node waits")
                    .atMost(RosterCluster.TIMEOUT)
                    .until(() -> wiped.logText().contains("is in no roster"));

            cluster.kill("n2");
            delete(cluster.data("n2"));
            cluster.join("n2", "n1");
            // Of three voters one is left: nothing can be decided, and the command says so.
            CommandRun refused = cluster.roster("n1", "replace", "n3", cluster.member("n3"));
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err())
                    .as("at once, or without a decision if n2 was there a moment ago")
                    .contains("too few voters");

            // Disaster: n1 is the only one that is left.
            cluster.node("n1").signal("TERM");
            cluster.node("n1").awaitEnd(RosterCluster.TIMEOUT);
            CommandRun restore = CommandRun.of(
                    "roster",
                    "restore",
                    "--data",
                    cluster.data("n1").toString(),
                    "--members",
                    cluster.member("n1"),
                    "--unsafe");
            assertThat(restore.exitCode()).as(restore.err()).isZero();
            cluster.begin("n1");
            RosterCluster.awaitReady(cluster.member("n1"));
            assertThat(cluster.configuration("n1")).isEqualTo(2000);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
