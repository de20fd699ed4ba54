// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three applications as processes of their own, with a scheduled job: each tick runs once, also when one of them is killed. */
@Tag("threads")
@Tag("long")
final class ReplicasTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int TICKS = 5;

    @TempDir
    private Path folder;

    private final Map<String, Process> processes = new LinkedHashMap<>();

    @AfterEach
    void killAll() throws InterruptedException {
        for (Process process : processes.values()) {
            process.destroyForcibly();
            process.waitFor(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void aScheduledJobRunsOncePerTickAndTheOthersGoOnWhenAReplicaIsKilled() throws Exception {
        tick(1);
        String members = "a=localhost:" + FreePorts.one() + ",b=localhost:" + FreePorts.one() + ",c=localhost:"
                + FreePorts.one();
        for (String node : List.of("a", "b", "c")) {
            start(node, members);
        }
        for (int tick = 1; tick <= TICKS; tick++) {
            tick(tick);
            requireOnce(tick);
        }

        String runner = runnersOf(TICKS).get(0);
        Process killed = processes.remove(runner);
        killed.destroyForcibly(); // KILL: it gives nothing back
        assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
        for (int tick = TICKS + 1; tick <= 2 * TICKS; tick++) {
            tick(tick);
            requireOnce(tick);
            assertThat(runnersOf(tick)).doesNotContain(runner);
        }
    }

    /** Whole or not at all: a replica never reads half a number. */
    private void tick(int number) throws IOException {
        Path next = Files.writeString(folder.resolve("next"), String.valueOf(number));
        Files.move(next, folder.resolve("tick"), StandardCopyOption.ATOMIC_MOVE);
    }

    private void start(String node, String members) throws IOException {
        processes.put(
                node,
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Replica.class.getName(),
                                "--quorate.members=" + members,
                                "--quorate.node-id=" + node,
                                "--tick.file=" + folder.resolve("tick"),
                                "--spring.main.banner-mode=off",
                                "--logging.level.root=warn")
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve(node + ".log").toFile())
                        .start());
    }

    /** Every living replica has tried this tick, and one has run it. */
    private void requireOnce(int tick) {
        Awaitility.await("all try tick " + tick).atMost(DEADLINE).untilAsserted(() -> {
            for (String node : processes.keySet()) {
                assertThat(linesOf(node)).contains("TRIED " + tick);
            }
            assertThat(runnersOf(tick)).hasSize(1);
        });
    }

    private List<String> runnersOf(int tick) {
        List<String> runners = new ArrayList<>();
        for (String node : List.of("a", "b", "c")) {
            linesOf(node).stream()
                    .filter(line -> line.startsWith("RAN " + tick + " "))
                    .forEach(line -> runners.add(node));
        }
        return runners;
    }

    private List<String> linesOf(String node) {
        try {
            return Files.readAllLines(folder.resolve(node + ".log"));
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
