// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.cli.QuorateCli;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Children end with their parent, and what they die of is told. */
@Tag("slow")
@Tag("threads")
final class ChildProcessTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private ChildProcess start(String... arguments) throws IOException {
        List<String> java = ChildProcess.javaCommand(List.of("-Xmx64m"), QuorateCli.class);
        return ChildProcess.start("n1", java, List.of(arguments), folder.resolve("n1.log"));
    }

    @Test
    void aChildThatDiesIsToldWithItsLog() throws IOException {
        try (ChildProcess child = start("demo-node", "--no-such-option")) {
            assertThatThrownBy(() -> child.await("ready", TIMEOUT))
                    .isInstanceOfSatisfying(
                            CommandFailure.class,
                            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                    .hasMessageContaining("n1")
                    .hasMessageContaining("exit code 2");
        }
    }

    @Test
    void aChildWhoseInputEndsStopsByItself() throws Exception {
        String alone = FreePorts.roster("quorate-demo", 1).members().get(0).toString();
        ChildProcess child = start(
                "demo-node",
                "--id",
                "n1",
                "--roster",
                alone,
                "--rounds",
                "1",
                "--hold",
                "1ms",
                "--origin",
                "0",
                "--dir",
                folder.toString());
        long pid = child.pid();
        child.await("ready", TIMEOUT);
        child.close();
        await().atMost(TIMEOUT)
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
}
