// SPDX-License-Identifier: Apache-2.0
package com.example.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.node.net.FreePorts;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example as its users see it: three processes, one of which is killed. */
@Tag("threads")
@Tag("slow")
final class ThreeReplicasTest {
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Pattern LINE = Pattern.compile("tick (\\d+): part (\\d) of 3 by ([abc]), fence (\\d+)");

    /** One run of the job, as the ledger tells it. */
    private record Run(long tick, String replica, long fence, List<Integer> parts) {
        boolean isWhole() {
            return parts.equals(List.of(1, 2, 3));
        }
    }

    @TempDir
    private Path folder;

    private final Map<String, Process> replicas = new TreeMap<>();
    private Path ledger;

    @BeforeEach
    void chooseAFile() {
        ledger = folder.resolve("ledger.txt");
    }

    private void startThree() throws IOException {
        String members = "a=localhost:" + FreePorts.one() + ",b=localhost:" + FreePorts.one() + ",c=localhost:"
                + FreePorts.one();
        for (String id : List.of("a", "b", "c")) {
            replicas.put(id, start(id, members));
        }
    }

    @AfterEach
    void endAll() {
        replicas.values().forEach(Process::destroyForcibly);
    }

    @Test
    void everyTickHasOneRunAlsoWhenAReplicaIsKilledAndTheOthersEndCleanly() throws Exception {
        startThree();
        awaitRuns(3, "abc");
        String victim = runs().get(runs().size() - 1).replica();
        Process killed = replicas.remove(victim);
        killed.destroyForcibly().waitFor();
        int before = wholeRuns("abc".replace(victim, ""));
        awaitRuns(before + 3, "abc".replace(victim, ""));

        for (Map.Entry<String, Process> each : replicas.entrySet()) {
            each.getValue().destroy();
            assertThat(each.getValue().waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .as("%s ends on TERM. It said:%n%s", each.getKey(), said(each.getKey()))
                    .isTrue();
            assertThat(said(each.getKey())).contains("[" + each.getKey() + "] has left the cluster");
        }
        checkLedger(victim);
    }

    @Test
    void aReplicaWhosePortIsTakenEndsAndSaysWhatToDo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String members = "a=localhost:" + taken.getLocalPort() + ",b=localhost:1,c=localhost:2";
            replicas.put("a", start("a", members));
            assertThat(replicas.get("a").waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
        assertThat(replicas.get("a").exitValue()).isEqualTo(1);
        assertThat(said("a")).startsWith("[a] ").contains("port").doesNotContain("\tat ");
    }

    private void checkLedger(String victim) throws IOException {
        List<Run> runs = runs();
        assertThat(runs).extracting(Run::tick).as("one run for each tick").doesNotHaveDuplicates();
        assertThat(runs)
                .extracting(Run::fence)
                .as("fences rise from run to run")
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(runs)
                .as("only the replica that was killed may leave a report unfinished")
                .allMatch(run -> run.isWhole() || run.replica().equals(victim));
    }

    private void awaitRuns(int count, String byAnyOf) {
        await("so many runs: " + count).atMost(DEADLINE).until(() -> wholeRuns(byAnyOf) >= count);
    }

    private int wholeRuns(String byAnyOf) throws IOException {
        return (int) runs().stream()
                .filter(run -> run.isWhole() && byAnyOf.contains(run.replica()))
                .count();
    }

    /** The runs in the order of the ledger; every line belongs to one. */
    private List<Run> runs() throws IOException {
        Map<String, Run> runs = new LinkedHashMap<>();
        String all = Files.exists(ledger) ? Files.readString(ledger) : "";
        String text = all.substring(0, all.lastIndexOf('\n') + 1); // a line may be on its way
        List<MatchResult> lines = LINE.matcher(text).results().toList();
        assertThat(lines).as("lines of the ledger").hasSize((int) text.lines().count());
        for (MatchResult line : lines) {
            String key = line.group(1) + " " + line.group(3) + " " + line.group(4);
            runs.computeIfAbsent(
                            key,
                            any -> new Run(
                                    Long.parseLong(line.group(1)),
                                    line.group(3),
                                    Long.parseLong(line.group(4)),
                                    new ArrayList<>()))
                    .parts()
                    .add(Integer.parseInt(line.group(2)));
        }
        return List.copyOf(runs.values());
    }

    private Process start(String id, String members) throws IOException {
        File output = folder.resolve(id + ".txt").toFile();
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Replica.class.getName(),
                        id,
                        members,
                        ledger.toString(),
                        "800",
                        "4000")
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
    }

    private String said(String id) throws IOException {
        return Files.readString(folder.resolve(id + ".txt"));
    }
}
