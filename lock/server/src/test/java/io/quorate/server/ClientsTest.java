// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs in other languages: the Python module, the shell recipe, and the commands of the page about HTTP. */
@Tag("slow")
@Tag("threads")
final class ClientsTest {
    private static final Path ROOT = Stream.iterate(
                    Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
            .filter(folder -> Files.exists(folder.resolve("examples/python/quorate.py")))
            .findFirst()
            .orElseThrow();

    private static final long DEADLINE_SECONDS = 120;

    @TempDir
    Path directory;

    /** A program under test. */
    private final class Run implements AutoCloseable {
        private final Path output;
        private final Process process;

        Run(String... command) throws IOException {
            this(Map.of(), command);
        }

        Run(Map<String, String> environment, String... command) throws IOException {
            output = Files.createTempFile(directory, "output", ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment()
                    .put("PYTHONPATH", ROOT.resolve("examples/python").toString());
            builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
            builder.environment().putAll(environment);
            process = builder.start();
        }

        String said() throws IOException {
            return Files.readString(output, StandardCharsets.UTF_8);
        }

        void awaitSaid(String part) {
            await().atMost(ServedCluster.TIMEOUT.multipliedBy(2)).until(() -> said().contains(part));
        }

        int exitCode() throws Exception {
            assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .as(said())
                    .isTrue();
            return process.exitValue();
        }

        Run expectSuccess() throws Exception {
            assertThat(exitCode()).as(said()).isZero();
            return this;
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static void assumeProgram(String name) {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name))
                        .anyMatch(Files::isExecutable))
                .as("SKIPPED, because the program " + name + " is not installed")
                .isTrue();
    }

    private Run python(String url, String... lines) throws IOException {
        assumeProgram("python3");
        String script =
                "from quorate import *\nimport time, threading\nurl = '" + url + "'\n" + String.join("\n", lines);
        return new Run("python3", "-u", "-c", script);
    }

    private static String url(ServedCluster cluster) {
        return cluster.uri("").toString();
    }

    @Test
    void pythonHoldsALockWithItsFenceAndGivesItBack() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Run run = python(
                        url(cluster),
                        "with Session(url, label='report') as session:",
                        "    with session.lock('orders/42', timeout=30) as hold:",
                        "        assert hold.is_valid() and hold.fence > 0",
                        "        first = hold.fence",
                        "        try:",
                        "            session.lock('orders/42', timeout=0)",
                        "            raise AssertionError('two hold it')",
                        "        except LockTimeout as expected:",
                        "            print('busy', expected.status)",
                        "    with session.lock('orders/42') as hold:",
                        "        assert hold.fence > first",
                        "    with session.lock('shared', shared=True), session.lock('shared', shared=True):",
                        "        print('shared')",
                        "    try:",
                        "        session.lock('')",
                        "    except QuorateError as expected:",
                        "        print('refused', expected.status)",
                        "print('done')")) {
            assertThat(run.expectSuccess().said()).contains("busy 409", "shared", "refused 400", "done");
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.server.clients().sessionCount() == 0);
            assertThat(cluster.node(1).lock("orders/42").tryAcquire()).isPresent();
        }
    }

    @Test
    void pythonRenewsInTheBackgroundAndHearsOfARevocation() throws Exception {
        try (ServedCluster cluster =
                        new ServedCluster(config -> config.lease(java.time.Duration.ofSeconds(2)), config -> config);
                Run run = python(
                        url(cluster),
                        "session = Session(url)",
                        "hold = session.lock('x')",
                        "deadline = hold.deadline",
                        "while hold.deadline == deadline: time.sleep(0.01)",
                        "print('renewed')",
                        "assert hold.lost.wait(60)",
                        "try:",
                        "    hold.check()",
                        "    raise AssertionError('a lost lock')",
                        "except LockLost as expected:",
                        "    print('lost:', expected)",
                        "try:",
                        "    hold.release()",
                        "    raise AssertionError('a lost lock')",
                        "except LockLost:",
                        "    session.close()",
                        "    print('done')")) {
            run.awaitSaid("renewed");
            var holder = cluster.node(1).lock("x").describe().holders().get(0);
            cluster.node(1).admin().revoke("x", holder.fence(), "a test");
            assertThat(run.expectSuccess().said()).contains("because revoked", "done");
        }
    }

    @Test
    void pythonAndTheShellSeeALossWhenTheServerIsKilled() throws Exception {
        assumeProgram("curl");
        try (Run server = new Run(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ServedProcess.class.getName())) {
            server.awaitSaid("port=");
            String url = "http://127.0.0.1:"
                    + server.said()
                            .lines()
                            .filter(line -> line.startsWith("port="))
                            .findFirst()
                            .orElseThrow()
                            .substring(5);
            try (Run python = python(
                            url,
                            "hold = Session(url).lock('x')",
                            "print('held')",
                            "assert hold.lost.wait(60)",
                            "assert not hold.is_valid()",
                            "print('seen')");
                    Run shell = new Run(
                            ROOT.resolve("examples/shell/with-lock.sh").toString(),
                            url,
                            "y",
                            "--",
                            "bash",
                            "-c",
                            "echo fence=$QUORATE_FENCE; exec sleep 100")) {
                python.awaitSaid("held");
                shell.awaitSaid("fence=");
                server.process.destroyForcibly();
                assertThat(python.expectSuccess().said()).contains("seen");
                assertThat(shell.exitCode()).isEqualTo(75);
                assertThat(shell.said()).containsPattern("fence=[1-9]\\d+").contains("The lock was lost");
            }
        }
    }

    @Test
    void bothClientsSendATokenAndAreToldWhatItMayNot() throws Exception {
        assumeProgram("curl");
        String token = "billing-0123456789abcdef";
        Path tokens = Files.writeString(directory.resolve("tokens"), "ci-bot acquire " + token + " billing/\n");
        try (ServedCluster cluster = new ServedCluster(UnaryOperator.identity(), config -> config.tokens(tokens));
                Run python = python(
                        url(cluster),
                        "try:",
                        "    Session(url)",
                        "except QuorateError as expected:",
                        "    print('refused', expected.status)",
                        "with Session(url, token='" + token + "') as session:",
                        "    with session.lock('billing/7') as hold:",
                        "        print('held', hold.is_valid())",
                        "    try:",
                        "        session.lock('stock/2')",
                        "    except QuorateError as expected:",
                        "        print('refused', expected.status)");
                Run shell = shell(cluster, token, "billing/8");
                Run other = shell(cluster, token, "stock/2");
                Run stranger = shell(cluster, "", "billing/8")) {
            assertThat(python.expectSuccess().said().lines())
                    .containsExactly("refused 401", "held True", "refused 403");
            assertThat(shell.expectSuccess().said().strip()).isEqualTo("ran");
            assertThat(other.exitCode()).isEqualTo(75);
            assertThat(other.said()).contains("taking \"stock/2\" needs the role acquire", "Use another token");
            assertThat(stranger.exitCode()).isEqualTo(69);
        }
    }

    private Run shell(ServedCluster cluster, String token, String lock) throws IOException {
        return new Run(
                Map.of("QUORATE_TOKEN", token),
                ROOT.resolve("examples/shell/with-lock.sh").toString(),
                url(cluster),
                lock,
                "--",
                "echo",
                "ran");
    }

    @Test
    void theShellRecipeRunsACommandUnderTheLockAndPassesItsExitCodeOn() throws Exception {
        assumeProgram("curl");
        try (ServedCluster cluster = new ServedCluster()) {
            Hold other = cluster.node(1).lock("orders/42").acquire();
            try (Run run = new Run(
                    ROOT.resolve("examples/shell/with-lock.sh").toString(),
                    url(cluster),
                    "orders/42",
                    "--",
                    "bash",
                    "-c",
                    "echo ran with $QUORATE_FENCE; exit 7")) {
                await().atMost(ServedCluster.TIMEOUT)
                        .until(() -> cluster.server.clients().waitingCount() == 1);
                assertThat(run.said()).isEmpty();
                long before = other.fence();
                other.close();
                assertThat(run.exitCode()).isEqualTo(7);
                assertThat(Long.parseLong(run.said().strip().replace("ran with ", "")))
                        .isGreaterThan(before);
                assertThat(cluster.server.clients().sessionCount()).isZero();
            }
        }
    }

    @Test
    void aTermToTheShellRecipeEndsTheCommandBeforeTheLockIsGivenBack() throws Exception {
        assumeProgram("curl");
        try (ServedCluster cluster = new ServedCluster();
                Run run = new Run(
                        ROOT.resolve("examples/shell/with-lock.sh").toString(),
                        url(cluster),
                        "orders/42",
                        "--",
                        "bash",
                        "-c",
                        "trap 'echo told; exit 0' TERM; echo ready; while :; do sleep 0.05; done")) {
            run.awaitSaid("ready");
            run.process.destroy();
            assertThat(run.exitCode()).isEqualTo(143);
            assertThat(run.said()).as("before the script ended").contains("told");
            assertThat(cluster.server.clients().sessionCount()).isZero();
        }
    }

    @Test
    void theCommandsOfThePageDoWhatItSays() throws Exception {
        assumeProgram("curl");
        List<String> script = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        boolean isConsole = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs/operate/http.md"))) {
            if (line.startsWith("```")) {
                isConsole = line.equals("```console");
            } else if (isConsole && line.startsWith("$ ")) {
                script.add(line.substring(2));
            } else if (isConsole) {
                expected.add(line);
            }
        }
        assertThat(script).hasSizeGreaterThan(12);
        try (ServedCluster cluster = new ServedCluster()) {
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.node(0).health().isReady());
            String commands = String.join("\n", script).replace("http://localhost:7480", url(cluster));
            try (Run run = new Run("bash", "-eu", "-o", "pipefail", "-c", commands)) {
                List<String> said = run.expectSuccess().said().lines().toList();
                assertThat(said).hasSameSizeAs(expected);
                for (int index = 0; index < said.size(); index++) {
                    String pattern = Pattern.quote(expected.get(index)).replace("...", "\\E.*\\Q");
                    assertThat(said.get(index)).as("line " + index).matches(pattern);
                }
            }
        }
    }
}
