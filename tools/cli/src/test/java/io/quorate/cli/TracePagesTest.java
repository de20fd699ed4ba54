// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code trace}, {@code check} and {@code simulate} make of a run besides drawings. */
final class TracePagesTest {
    @TempDir
    private Path folder;

    @Test
    void aViolationASimulationAndATraceBecomePagesAndLogsForShiviz() throws IOException {
        Path trace = folder.resolve("run.trace");
        List<List<String>> commands = List.of(
                List.of("check", "quorumlock", "--nodes", "3", "--without", "R7"),
                List.of("simulate", "quorumlock", "--claims", "5", "--trace", trace.toString()),
                List.of("simulate", "quorumlock", "--storm", "--seed", "1"),
                List.of("trace", trace.toString(), "--holds", "2"),
                List.of("trace", "../../scenarios/quorumlock/alone.scn"));
        for (List<String> command : commands) {
            Path page = folder.resolve("pages/run.html");
            Path log = folder.resolve("logs/run.log");
            List<String> arguments = new ArrayList<>(command);
            arguments.addAll(List.of("--html", page.toString(), "--shiviz", log.toString()));
            CommandRun run = CommandRun.of(arguments.toArray(new String[0]));
            assertThat(run.err()).contains("Page: " + page, "For ShiViz: " + log);
            assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("phase=HOLDING", "</html>");
            assertThat(Files.readString(log)).startsWith("(?<host>").contains(" holds");
            Files.delete(page);
            Files.delete(log);
        }
        assertThat(CommandRun.of(
                                "trace",
                                trace.toString(),
                                "--html",
                                folder.resolve("x.html").toString())
                        .out())
                .isEmpty();
    }

    @Test
    void ofALongRunThePageShowsTheBeginningAndSaysSo() throws IOException {
        Path page = folder.resolve("large.html");
        CommandRun large = CommandRun.of("simulate", "quorumlock", "--claims", "600", "--html", page.toString());
        assertThat(large.exitCode()).isZero();
        assertThat(large.err()).containsPattern("These are the first (3,000|2,99[0-9]) messages of 3,[0-9]+;");
        assertThat(Files.readString(page)).contains("a page of all would be too slow");
    }

    @Test
    void theBeginningOfATraceCanBeDrawnAlone() {
        Path trace = folder.resolve("run.trace");
        CommandRun.of("simulate", "quorumlock", "--claims", "20", "--trace", trace.toString());
        JsonObject part = CommandRun.of("trace", trace.toString(), "--messages", "10", "--json")
                .json();
        assertThat(part.getAsJsonArray("messages").size()).isBetween(7, 10);
        CommandRun none = CommandRun.of("trace", trace.toString(), "--messages", "0");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("at least one message");
    }

    @Test
    void theChoicesOfARunArePlayedAndDrawn() throws IOException {
        Path file = Files.writeString(folder.resolve("choices"), """
                # two steps
                nodes 3  protocol quorumlock  quorums majority  network fifo
                acquire n1
                deliver n1->n2
                """);
        assertThat(CommandRun.of("trace", file.toString()).out()).contains("n1 waits", "Request 1.n1");
        Files.writeString(file, "nodes 3  protocol quorumlock\ndeliver n1->n2\n");
        CommandRun impossible = CommandRun.of("trace", file.toString());
        assertThat(impossible.exitCode()).isEqualTo(2);
        assertThat(impossible.err()).contains("\"deliver n1->n2\" is not possible here");
    }

    @Test
    void aPageThatCannotBeMadeIsRefusedWithAReason() {
        assertThat(CommandRun.of("simulate", "quorumlock", "--html", "page.txt").err())
                .contains("A page is written as .html; this name ends otherwise: page.txt");
        assertThat(CommandRun.of("check", "quorumlock", "--html", "x.html", "--shiviz", "x.html")
                        .err())
                .contains("name the same file");
        String page = folder.resolve("page.html").toString();
        CommandRun fine = CommandRun.of("check", "quorumlock", "--nodes", "3", "--contenders", "1", "--html", page);
        assertThat(fine.exitCode()).isZero();
        assertThat(fine.err()).contains("Nothing drawn or saved");
    }
}
