// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.cli.CommandRun;
import io.quorate.cli.QuorateCli;
import io.quorate.cli.cluster.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command runs under a lock: real processes against real nodes. */
@Tag("slow")
@Tag("threads")
final class LockCommandTest {
    private Voters voters;

    /** A hold is valid for longer than this while it is renewed: the command has nearly all of a lease to end. */
    private static final Duration LONG_GRACE = Voters.LEASE.multipliedBy(3).dividedBy(5);

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

    private Process quorateLock(List<String> options, String script) throws IOException {
        List<String> command = new ArrayList<>(ChildProcess.javaCommand(List.of("-Xmx64m"), QuorateCli.class));
        command.addAll(List.of("lock", "job", "--roster", voters.roster(), "--as", "worker"));
        command.addAll(List.of("--lease", Voters.LEASE.toMillis() + "ms"));
        command.addAll(options);
        command.addAll(List.of("--", "sh", "-c", script));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        started.add(process);
        return process;
    }

    private int end(Process process) throws InterruptedException, IOException {
        assertThat(process.waitFor(Voters.TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("ended; it said: %s", err())
                .isTrue();
        return process.exitValue();
    }

    /** The timeout bounds joining, too, and on a busy machine that takes longer: then (69) the next one has more time. */
    private int endOfAnImpatientOne(String script) throws Exception {
        Duration timeout = Duration.ofMillis(300);
        int code = end(quorateLock(List.of("--timeout", timeout.toMillis() + "ms"), script));
        while (code == 69 && timeout.compareTo(Voters.TIMEOUT.dividedBy(2)) < 0) {
            timeout = timeout.multipliedBy(10);
            code = end(quorateLock(List.of("--timeout", timeout.toMillis() + "ms"), script));
        }
        return code;
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private void awaitFile(String name) {
        await().atMost(Voters.TIMEOUT)
                .untilAsserted(() -> assertThat(folder.resolve(name)).as(err()).exists());
    }

    @Test
    void theCommandHoldsTheLockAndFindsItsFenceInTheEnvironment() throws Exception {
        long before;
        try (Hold hold = voters.node(0).lock("job").acquire(Voters.TIMEOUT)) {
            before = hold.fence();
        }
        Process process = quorateLock(
                List.of("--label", "nightly"),
                "echo $QUORATE_LOCK $QUORATE_MODE $QUORATE_NODE $QUORATE_FENCE $QUORATE_VALID_FOR_MS > seen;"
                        + " mv seen ready; while [ ! -e go ]; do sleep 0.05; done; exit 7");
        awaitFile("ready");
        CommandRun described = CommandRun.of("describe", "job", "--roster", voters.first(), "--timeout", "30s");
        assertThat(described.out()).contains("held by  nightly of guest worker (process " + process.pid() + " on ");
        assertThat(voters.node(1).lock("job").tryLock()).isFalse();
        String[] seen = Files.readString(folder.resolve("ready")).strip().split(" ");
        assertThat(seen).hasSize(5);
        assertThat(List.of(seen).subList(0, 3)).containsExactly("job", "exclusive", "worker");
        assertThat(Long.parseLong(seen[3])).isGreaterThan(before);
        assertThat(described.out()).contains("fence " + seen[3]);
        assertThat(Long.parseLong(seen[4])).isBetween(1L, Voters.LEASE.toMillis());
        Files.createFile(folder.resolve("go"));
        assertThat(end(process)).as("the command's own exit code").isEqualTo(7);
        try (Hold next = voters.node(2).lock("job").acquire(Voters.TIMEOUT)) {
            assertThat(next.fence()).isGreaterThan(Long.parseLong(seen[3]));
        }
    }

    @Test
    void aLockThatOthersHoldIsBusy() throws Exception {
        try (Hold hold = voters.node(0).lock("job").acquire(Voters.TIMEOUT)) {
            assertThat(endOfAnImpatientOne("touch ran")).isEqualTo(75);
            assertThat(err())
                    .contains("The lock \"job\" was not free within --timeout ", "quorate describe job --roster ...");
            assertThat(folder.resolve("ran")).doesNotExist();
            assertThat(hold.isValid()).isTrue();
        }
    }

    @Test
    void theLockStaysTakenWhenTheCommandHasEndedUntilItsLeastTimeIsOver() throws Exception {
        Process process = quorateLock(List.of("--at-least", "1h"), "exit 7");
        await().atMost(Voters.TIMEOUT).until(() -> err().contains("stays taken for another"));
        assertThat(process.isAlive()).as("it keeps the lock").isTrue();
        assertThat(voters.node(1).lock("job").tryLock()).isFalse();
        Process kill = new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start();
        assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(end(process)).isEqualTo(128 + 15);
        // kept for a lease from now on: AtLeastTest
        voters.node(1).lock("job").acquire(Voters.TIMEOUT).close();
        assertThat(end(quorateLock(List.of("--at-least", "10ms"), "exit 7")))
                .as("the command's own exit code, and its wait is over")
                .isEqualTo(7);
    }

    @Test
    void aCommandThatHasTheLockForTooLongIsToldToEndAndKilled() throws Exception {
        Process process = quorateLock(
                List.of("--at-most", "2s", "--grace", "1s"),
                "trap 'touch told' TERM; touch ready; while :; do sleep 0.05; done");
        assertThat(end(process)).isEqualTo(76);
        assertThat(folder.resolve("told")).exists();
        assertThat(err())
                .containsSubsequence(
                        "--at-most is over",
                        "is told to end",
                        "is lost: the command is killed",
                        "its atMost time is over");
        voters.node(1).lock("job").acquire(Voters.TIMEOUT).close();
    }

    @Test
    void timesThatDoNotFitAreRefusedInWords() {
        CommandRun run = CommandRun.of(
                "lock", "job", "--roster", voters.roster(), "--at-least", "1h", "--at-most", "10m", "--", "true");
        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).contains("at most PT10M", "at least PT1H");
    }

    @Test
    void withoutAQuorumTheLockIsUnavailable() throws Exception {
        voters.close();
        assertThat(end(quorateLock(List.of("--join-timeout", "1s"), "touch ran")))
                .isEqualTo(69);
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void whenTheVotersDieTheCommandIsToldToEndFirstAndKilledAtTheDeadline() throws Exception {
        // It notes the first signal and goes on; its child does the same. Only KILL ends them.
        Process process = quorateLock(
                List.of(),
                "trap 'touch told' TERM; (trap '' TERM; echo $$ > child; while :; do sleep 0.05; done) &"
                        + " touch ready; while :; do sleep 0.05; done");
        awaitFile("ready");
        List<ProcessHandle> all = process.descendants().toList();
        assertThat(all).isNotEmpty();
        for (int node = 0; node < 3; node++) {
            crash(voters.node(node));
        }
        assertThat(end(process)).isEqualTo(76);
        assertThat(folder.resolve("told")).as("told before it was killed").exists();
        assertThat(err()).containsSubsequence("is told to end", "is lost: the command is killed");
        await().atMost(Voters.TIMEOUT).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** For the others it makes no difference how a node ends, but for what it says in the end. */
    private static void crash(Locks node) {
        node.close();
    }

    @Test
    void aCommandThatEndsWhenItIsToldToLosesNothingElse() throws Exception {
        Process process = quorateLock(
                List.of("--grace", LONG_GRACE.toMillis() + "ms"),
                "trap 'touch cleaned; exit 0' TERM; touch ready; while :; do sleep 0.05; done");
        awaitFile("ready");
        voters.close();
        assertThat(end(process)).isEqualTo(76);
        assertThat(folder.resolve("cleaned")).exists();
        assertThat(err()).doesNotContain("is killed");
    }

    @Test
    void aSignalIsPassedOnAndTheCommandsEndIsTheEnd() throws Exception {
        // Not HUP nor INT: where tests run in the background these may be ignored, by whoever is started there too.
        Process process =
                quorateLock(List.of(), "trap 'touch told; exit 9' TERM; touch ready; while :; do sleep 0.05; done");
        awaitFile("ready");
        Process kill = new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start();
        assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(end(process)).isEqualTo(9);
        assertThat(folder.resolve("told")).exists();
    }

    @Test
    void whoAsksForTheLockEndsTheCommandAndWhoTakesItKillsIt() throws Exception {
        Process asked = quorateLock(List.of(), "touch ready; while :; do sleep 0.05; done");
        awaitFile("ready");
        CommandRun release =
                CommandRun.of("release", "job", "--roster", voters.first(), "--wait", "30s", "--timeout", "30s");
        assertThat(release.out()).contains("It was given back.");
        assertThat(end(asked)).as("ended by TERM").isEqualTo(128 + 15);
        Files.delete(folder.resolve("ready"));
        Process taken = quorateLock(List.of(), "trap '' TERM; touch ready; while :; do sleep 0.05; done");
        awaitFile("ready");
        CommandRun force = CommandRun.of("release", "job", "--roster", voters.first(), "--force", "--timeout", "30s");
        assertThat(force.exitCode()).isZero();
        assertThat(end(taken)).isEqualTo(76);
    }

    @Test
    void aCommandThatIsNotThereIsToldFromOneThatFails() throws Exception {
        List<String> arguments = List.of("lock", "job", "--roster", voters.roster(), "--lease", "3s");
        List<String> missing = new ArrayList<>(arguments);
        missing.addAll(List.of("--", "no-such-command-anywhere"));
        CommandRun run = CommandRun.of(missing.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(127);
        assertThat(run.err()).contains("There is no command \"no-such-command-anywhere\"");
    }

    @Test
    void aCommandLineThatIsWrongHasACodeOfItsOwn() {
        assertThat(CommandRun.of("lock", "job", "--roster", voters.roster()).exitCode())
                .isEqualTo(64);
        assertThat(CommandRun.of("lock", "job", "--roster", "a=b", "--", "true").exitCode())
                .isEqualTo(64);
    }

    @Test
    void theTimeoutBoundsTheWaitForACluster() {
        CommandRun run = CommandRun.of(
                "lock",
                "job",
                "--roster",
                "a=127.0.0.1:1,b=127.0.0.1:2,c=127.0.0.1:3",
                "--timeout",
                "500ms",
                "--join-timeout",
                "10m",
                "--",
                "true");
        assertThat(run.exitCode())
                .as("the join timeout would have ended this test")
                .isEqualTo(69);
        assertThat(run.err()).contains("No lock was available within 3000 ms", "Not connected: a, b, c");
    }
}
