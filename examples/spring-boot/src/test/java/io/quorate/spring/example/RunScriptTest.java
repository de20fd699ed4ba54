// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script as a user runs it: it builds, starts three replicas, and they go on when one is killed. */
@Tag("threads")
@Tag("long")
final class RunScriptTest {
    private static final Duration DEADLINE = Duration.ofMinutes(10); // a build on a busy machine

    @TempDir
    private Path folder;

    @Test
    void threeReplicasRunTheJobAndGoOnWhenOneIsKilled() throws Exception {
        ProcessBuilder script = new ProcessBuilder(
                        Path.of("run").toAbsolutePath().toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("run.log").toFile());
        script.environment().put("EXAMPLE_DIR", folder.toString());
        script.environment().put("WEB_PORTS", ports());
        script.environment().put("LOCK_PORTS", ports());
        Process process = script.start();
        try {
            awaitRuns(2);
            String killed = lastRunner();
            long pid = Long.parseLong(
                    Files.readString(folder.resolve(killed + ".pid")).trim());
            ProcessHandle replica = ProcessHandle.of(pid).orElseThrow();
            replica.destroyForcibly();
            replica.onExit().get(60, TimeUnit.SECONDS);
            int before = runs().size();
            awaitRuns(before + 3);
            assertThat(runs().subList(before, runs().size())).noneMatch(run -> run.startsWith(killed + " "));
            List<Long> fences = runs().stream()
                    .map(run -> Long.parseLong(run.split(" ")[1]))
                    .toList();
            assertThat(fences).isSorted().doesNotHaveDuplicates();
        } finally {
            process.destroy(); // TERM: the script ends its replicas
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String ports() throws IOException {
        return FreePorts.one() + " " + FreePorts.one() + " " + FreePorts.one();
    }

    private void awaitRuns(int count) {
        Awaitility.await()
                .atMost(DEADLINE)
                .untilAsserted(() -> assertThat(runs()).as(() -> log()).hasSizeGreaterThanOrEqualTo(count));
    }

    private String lastRunner() throws IOException {
        List<String> runs = runs();
        return runs.get(runs.size() - 1).split(" ")[0];
    }

    private List<String> runs() throws IOException {
        Path file = folder.resolve("runs.txt");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("run.log"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}
