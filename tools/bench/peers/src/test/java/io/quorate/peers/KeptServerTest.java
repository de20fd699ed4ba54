// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.cluster.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptServerTest {
    @TempDir
    private Path folder;

    @Test
    void aServerEndsWhenItIsClosed() throws Exception {
        ProcessHandle process;
        try (KeptServer server = started("echo listening; exec sleep 600")) {
            process = ProcessHandle.of(server.pid()).orElseThrow();
            assertThat(process.isAlive()).isTrue();
        }
        process.onExit().get(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void theLogHasWhatTheServerSaidOnBothStreams() throws Exception {
        try (KeptServer server = started("echo to output; echo to error >&2")) {
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (!server.logText().contains("to error") && System.nanoTime() - end < 0) {
                Thread.sleep(10);
            }
            assertThat(server.logText()).contains("to output", "to error");
        }
    }

    private KeptServer started(String script) throws Exception {
        List<String> command = KeptServer.command(List.of("/bin/sh", "-c", script));
        return KeptServer.of(ChildProcess.start("kept", command, List.of(), folder.resolve("kept.log")));
    }
}
