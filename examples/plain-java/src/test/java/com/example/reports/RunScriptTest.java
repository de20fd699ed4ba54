// SPDX-License-Identifier: Apache-2.0
package com.example.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code run}, which builds the example and starts it. */
@Tag("threads")
@Tag("slow")
@Tag("long")
final class RunScriptTest {
    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final Pattern PROCESS = Pattern.compile("is process (\\d+):");

    @TempDir
    private Path folder;

    @Test
    void itStartsThreeReplicasWhichCtrlCEnds() throws Exception {
        Process script = start();
        try {
            await().atMost(DEADLINE).until(() -> said().contains("wrote the report") || !script.isAlive());
            List<Long> replicas = PROCESS.matcher(said())
                    .results()
                    .map(match -> Long.parseLong(match.group(1)))
                    .toList();
            assertThat(replicas).as("processes in%n%s", said()).hasSize(3);

            new ProcessBuilder("kill", "-INT", String.valueOf(script.pid()))
                    .start()
                    .waitFor();
            assertThat(script.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(script.exitValue()).isZero();
            assertThat(said())
                    .contains("[a] has left the cluster", "[b] has left the cluster", "[c] has left the cluster")
                    .contains("All replicas have ended.");
            assertThat(replicas).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
        } finally {
            script.descendants().forEach(ProcessHandle::destroyForcibly);
            script.destroyForcibly();
        }
    }

    @Test
    void anUnknownReplicaIsRefusedWithWhatIsAllowed() throws Exception {
        Process script = start("d");
        assertThat(script.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(script.exitValue()).isEqualTo(2);
        assertThat(said()).contains("[a|b|c]");
    }

    private Process start(String... arguments) throws IOException {
        ProcessBuilder run = new ProcessBuilder("./run").redirectErrorStream(true);
        run.command().addAll(List.of(arguments));
        run.environment()
                .put(
                        "MEMBERS",
                        "a=localhost:" + FreePorts.one() + ",b=localhost:" + FreePorts.one() + ",c=localhost:"
                                + FreePorts.one());
        run.environment().put("LEDGER", folder.resolve("ledger.txt").toString());
        return run.redirectOutput(folder.resolve("output.txt").toFile()).start();
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("output.txt"));
    }
}
