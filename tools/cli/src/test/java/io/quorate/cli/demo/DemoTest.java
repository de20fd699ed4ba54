// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration from end to end, with real processes. */
@Tag("slow")
@Tag("threads")
final class DemoTest {
    @TempDir
    private Path folder;

    @Test
    void threeProcessesTakeOneLockInTurnAndTheirFilesProveIt() throws Exception {
        CommandRun run = CommandRun.of("demo", "--json", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonObject report = run.json();
        assertThat(report.get("ok").getAsBoolean()).isTrue();
        assertThat(report.getAsJsonArray("holds")).hasSize(15);
        assertThat(report.getAsJsonArray("nodes")).hasSize(3);
        assertFilesProveIt(15);
        assertThat(report.get("messagesPerHold").getAsDouble())
                .isBetween(0.0, report.get("messagesPerHoldBound").getAsDouble());
        var svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("demo.svg").toFile());
        assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
        CommandRun trace = CommandRun.of("trace", folder.resolve("demo.trace").toString());
        assertThat(trace.out()).contains("Request", "Grant", "Release", "n3 holds");
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    /** Read here once more, by other code than the program's own. */
    private void assertFilesProveIt(int holds) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("holds.log"));
        assertThat(lines).hasSize(2 * holds);
        for (int line = 0; line < lines.size(); line += 2) {
            assertThat(lines.get(line)).startsWith("enter ");
            assertThat(lines.get(line + 1).split(" "))
                    .startsWith(
                            "leave",
                            lines.get(line).split(" ")[1],
                            lines.get(line).split(" ")[2]);
        }
        assertThat(Files.readString(folder.resolve("counter.txt"))).isEqualTo(holds + "\n");
    }

    @Test
    void itTellsAPersonWhatHappened() {
        CommandRun run = CommandRun.of("demo", "--nodes", "2", "--rounds", "2", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "2 processes, one lock",
                        "No two were inside at once",
                        "The number is 4 after 4 holds",
                        "Who held the lock when",
                        "What it cost",
                        "Alone, one node after the other: ",
                        "the budget is 3",
                        "No paper prints a formula",
                        "The messages of the first 3 holds",
                        "demo.svg");
    }

    @Test
    void aProtocolOfAPaperIsShownBesideItsFormula() {
        CommandRun run = CommandRun.of(
                "demo", "--protocol", "maekawa", "--nodes", "3", "--rounds", "1", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "protocol maekawa: Maekawa 1985",
                        "quorums of 2 at most",
                        "No two were inside at once",
                        "Locked",
                        "the budget is 3.",
                        "The paper says (Maekawa, section 8): 3(K-1) = 3 alone, 5(K-1) = 5 under contention.",
                        "n1 holds demo");
    }

    @Test
    void withoutTheLockTheSameProofFails() {
        CommandRun run =
                CommandRun.of("demo", "--without-lock", "--rounds", "20", "--hold", "20ms", "--out", folder.toString());
        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.out()).contains("a node went in while another was inside", "updates were lost");
    }

    @Test
    void whatIsNoDemonstrationIsRefusedBeforeAnythingStarts() {
        assertThat(CommandRun.of("demo", "--nodes", "1").err()).contains("2 to 9 nodes");
        assertThat(CommandRun.of("demo", "--protocol", "maekawa", "--overlay", "ring")
                        .err())
                .contains("without an overlay");
        assertThat(CommandRun.of("demo", "--protocol", "sigma", "--quorums", "plane")
                        .err())
                .contains("--replicas");
        assertThat(CommandRun.of("demo", "--protocol", "maekawa", "--quorums", "n1/n2/n3")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of("demo", "--hold", "long").exitCode()).isEqualTo(2);
        assertThat(CommandRun.of("demo", "--rounds", "100000").exitCode()).isEqualTo(2);
    }
}
