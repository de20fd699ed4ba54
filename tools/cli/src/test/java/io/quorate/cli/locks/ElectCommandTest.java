// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.LeaderElection;
import io.quorate.api.Leadership;
import io.quorate.api.LeadershipEnd;
import io.quorate.cli.CommandRun;
import io.quorate.cli.QuorateCli;
import io.quorate.cli.cluster.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command runs while its process leads: real processes against real nodes. */
@Tag("slow")
@Tag("threads")
final class ElectCommandTest {
    /** Writes its term down, and runs until it is told to end or finds the file "go". */
    private static final String LEAD =
            "echo $QUORATE_FENCE >> terms-%s; while [ ! -e go-%s ]; do sleep 0.05; done; exit 7";

    private Voters voters;

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        voters = new Voters(3);
    }

    @AfterEach
    void stop() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        voters.close();
    }

    private Process elect(String name, String script) throws IOException {
        List<String> command = new ArrayList<>(ChildProcess.javaCommand(List.of("-Xmx64m"), QuorateCli.class));
        command.addAll(List.of("elect", "job", "--roster", voters.roster(), "--as", name));
        command.addAll(List.of("--lease", Voters.LEASE.toMillis() + "ms", "--", "sh", "-c", script));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err-" + name).toFile())
                .redirectOutput(folder.resolve("out-" + name).toFile())
                .start();
        started.add(process);
        return process;
    }

    private List<Long> terms(String name) throws IOException {
        Path file = folder.resolve("terms-" + name);
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::valueOf).toList()
                : List.of();
    }

    private void awaitTerms(String name, int count) {
        await().atMost(Voters.TIMEOUT)
                .untilAsserted(() -> assertThat(terms(name)).as(err(name)).hasSize(count));
    }

    private String err(String name) throws IOException {
        return Files.readString(folder.resolve("err-" + name));
    }

    private CommandRun release() {
        return CommandRun.of("release", "job", "--roster", voters.first(), "--wait", "30s", "--timeout", "30s");
    }

    @Test
    void theCommandRunsUnderOneLeaderAndWhoLostItStandsAgain() throws Exception {
        elect("one", String.format(LEAD, "one", "one"));
        awaitTerms("one", 1);
        Process two = elect("two", String.format(LEAD, "two", "two"));
        await().atMost(Voters.TIMEOUT)
                .until(() -> voters.node(0).lock("job").describe().waiters().size() == 1);
        assertThat(release().out()).contains("It was given back.");
        awaitTerms("two", 1);
        await().atMost(Voters.TIMEOUT)
                .untilAsserted(() -> assertThat(err("one"))
                        .containsSubsequence(
                                "leads \"job\", term " + terms("one").get(0), "no more; stands again"));
        assertThat(voters.node(1).leaderElection("job").leader().orElseThrow().term())
                .isEqualTo(terms("two").get(0));
        Files.createFile(folder.resolve("go-two"));
        assertThat(two.waitFor(Voters.TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(two.exitValue()).as("what the command ended with").isEqualTo(7);
        awaitTerms("one", 2);
        assertThat(List.of(
                        terms("one").get(0), terms("two").get(0), terms("one").get(1)))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void withoutAQuorumTheCommandIsEndedAndTheProcessGoesOnStanding() throws Exception {
        Process process = elect("one", "trap 'touch told' TERM; touch ready; while :; do sleep 0.05; done");
        await().atMost(Voters.TIMEOUT).until(() -> Files.exists(folder.resolve("ready")));
        List<ProcessHandle> command = process.descendants().toList();
        voters.close();
        await().atMost(Voters.TIMEOUT)
                .untilAsserted(() -> assertThat(err("one"))
                        .containsSubsequence("is told to end", "is killed", "stands again", "It goes on trying."));
        assertThat(folder.resolve("told")).exists();
        await().atMost(Voters.TIMEOUT).until(() -> command.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void anElectionInsideAProcessGivesWayToAnOperatorToo() throws Exception {
        CompletableFuture<Leadership> gained = new CompletableFuture<>();
        CompletableFuture<LeadershipEnd> lost = new CompletableFuture<>();
        LeaderElection election = voters.node(0).leaderElection("job");
        election.start(new LeaderElection.Listener() {
            @Override
            public void gained(Leadership leadership) {
                gained.complete(leadership);
            }

            @Override
            public void lost(LeadershipEnd reason) {
                lost.complete(reason);
            }
        });
        gained.get(Voters.TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        release();
        assertThat(lost.get(Voters.TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(LeadershipEnd.RESIGNED);
        election.close();
    }

    @Test
    void aCommandLineThatIsWrongHasTheCodesOfLock() {
        assertThat(CommandRun.of("elect", "job", "--roster", voters.roster()).exitCode())
                .isEqualTo(64);
        CommandRun missing = CommandRun.of(
                "elect", "job", "--roster", voters.roster(), "--lease", "3s", "--", "no-such-command-anywhere");
        assertThat(missing.exitCode()).isEqualTo(127);
    }
}
