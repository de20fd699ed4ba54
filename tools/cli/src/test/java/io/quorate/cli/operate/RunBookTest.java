// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.CommandRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the recipes of the run book must say, whatever else changes on the page. {@link RollingRecipesTest} runs them. */
@Tag("slow")
@Tag("threads")
final class RunBookTest {
    @TempDir
    private Path folder;

    private static final Set<String> PLACES_OF_A_UNIT =
            Set.of("/opt/quorate/quorate", "/var/lib/quorate", "/etc/quorate/tls");

    /** The options of this program that begin a word. */
    private static void assertOptionsExist(String command, List<String> words) {
        String help = CommandRun.of(command, "--help").out();
        for (String word : words) {
            if (word.startsWith("--")) {
                assertThat(help).as("quorate %s %s", command, word).contains(word);
            }
        }
    }

    @Test
    void theUnitOfSystemdEndsANodeByTermAndNeverBecauseOthersAreMissing() throws Exception {
        SystemdUnit unit = SystemdUnit.parse(RunBook.read().block("systemd", "[Service]"));
        assertThat(unit.service("KillSignal")).as("anything else is a crash").isEqualTo("SIGTERM");
        assertThat(unit.mayFail("ExecStartPost"))
                .as("else systemd stops a node whose peers are missing")
                .isTrue();
        assertThat(unit.mayFail("ExecStart")).isFalse();
        List<String> post = unit.command("ExecStartPost", Map.of("QUORATE_ID", "s1", "QUORATE_ROSTER", "s1=h:1"));
        assertThat(post).startsWith("/opt/quorate/quorate", "health", "s1").contains("--wait", "60s");
        assertThat(unit.seconds("TimeoutStartSec").toSeconds())
                .as("longer than --wait")
                .isGreaterThan(60);
        List<String> start = unit.command("ExecStart", Map.of("QUORATE_ID", "s1", "QUORATE_ROSTER", "s1=h:1"));
        assertThat(start).startsWith("/opt/quorate/quorate", "node").contains("--data");
        assertOptionsExist("node", start);
        assertOptionsExist("health", post);
        for (String word : concat(start, post)) {
            assertThat(word.startsWith("/") ? PLACES_OF_A_UNIT : Set.of(word)).contains(word);
            assertThat(word)
                    .as("systemd has no shell")
                    .doesNotContainAnyWhitespaces()
                    .doesNotMatch(".*[|&;<>`*?\"'$].*");
        }
        Map<String, String> file = SystemdUnit.environment(RunBook.read().block("systemd", "QUORATE_ID=s1\n"));
        assertThat(file.keySet()).containsExactly("QUORATE_ID", "QUORATE_ROSTER");
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    @Test
    void theHookAsksThroughAShellAndLeavesTimeForTheStop() throws Exception {
        Manifest manifest = Manifest.parse(Files.readString(Manifest.VOTERS));
        List<String> command = manifest.command("lifecycle.preStop.exec.command");
        assertThat(command).hasSize(3).startsWith("sh", "-c");
        assertThat(command.get(2)).as("nobody replaces that").doesNotContain("$(");
        assertOptionsExist("health", List.of(command.get(2).split(" ")));
        assertThat(manifest.command("lifecycle.preStop.exec.command").get(2))
                .as("the whole cluster, and whatever it says the pod ends")
                .contains("health --as", "--wait 30s")
                .endsWith("|| true");
        assertThat((int) manifest.at("StatefulSet", "spec.template.spec.terminationGracePeriodSeconds"))
                .isGreaterThan(30 + 10);
    }

    @Test
    void theLoopsGoOnOnlyWhileTheClusterIsReady() throws Exception {
        RunBook book = RunBook.read();
        for (String loop : List.of(book.block("By hand", "kill -TERM"), book.block("systemd", "for host in"))) {
            List<String> lines = loop.lines().map(String::strip).collect(Collectors.toList());
            assertThat(lines.get(1))
                    .as(loop)
                    .startsWith("./quorate health --roster $members")
                    .contains("--wait 60s");
            assertThat(lines.get(1)).containsAnyOf("|| exit 1", "|| break");
            assertThat(lines.get(lines.size() - 1)).startsWith("./quorate health --roster $members");
        }
    }

    @Test
    void systemdItselfUnderstandsTheUnit() throws Exception {
        if (!Files.isExecutable(Path.of("/usr/bin/systemd-analyze"))) {
            System.err.println(
                    "[WARNING] NOT TESTED: systemd-analyze verify of the unit in the run book. Install systemd.");
            return;
        }
        String unit = RunBook.read().block("systemd", "[Service]").replace("/opt/quorate/quorate", "/bin/true");
        assertThat(faultsIn(unit)).isEmpty();
        assertThat(faultsIn(unit.replace("TimeoutStopSec", "TimeoutToStop"))).contains("Unknown key");
    }

    /** It reads the manifest into its own types, and drops what it does not know. */
    @Test
    void kubectlItselfUnderstandsTheManifest() throws Exception {
        if (!Files.isExecutable(Path.of("/usr/bin/kubectl"))) {
            System.err.println("[WARNING] NOT TESTED: what kubectl makes of the manifest of voters. Install kubectl.");
            return;
        }
        String image = "registry.example/another:1";
        String text = Files.readString(Manifest.VOTERS);
        Path file =
                Files.writeString(folder.resolve("quorate.yaml"), text.substring(text.lastIndexOf("---\n"))); // the set
        String read =
                said("kubectl", "set", "image", "--local", "-f", file.toString(), "quorate=" + image, "-o", "yaml");
        Manifest written = Manifest.parse(text.replaceFirst("image: \\S+", "image: " + image));
        assertKept(written.at("StatefulSet", "spec"), Manifest.parse(read).at("StatefulSet", "spec"), "spec");
    }

    /** Everything that was written is in what was read, which may have more. */
    private static void assertKept(Object written, Object read, String where) {
        assertThat(read).as(where).isNotNull();
        if (written instanceof Map<?, ?> map) {
            map.forEach((key, value) -> assertKept(value, ((Map<?, ?>) read).get(key), where + "." + key));
        } else if (written instanceof List<?> list) {
            assertThat((List<?>) read).as(where).hasSameSizeAs(list);
            for (int index = 0; index < list.size(); index++) {
                assertKept(list.get(index), ((List<?>) read).get(index), where + "." + index);
            }
        } else {
            assertThat(read).as(where).isEqualTo(written);
        }
    }

    private static String said(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }

    private String faultsIn(String unit) throws Exception {
        Path file = Files.writeString(folder.resolve("quorate.service"), unit);
        return said("systemd-analyze", "verify", file.toString());
    }
}
