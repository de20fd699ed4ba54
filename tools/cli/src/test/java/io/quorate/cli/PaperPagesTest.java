// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.reproduce.Paper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The three commands on the page of each paper do what the page says. */
final class PaperPagesTest {
    private static final Path PAGES = Path.of("../../docs/study/papers");

    @TempDir
    private Path folder;

    private static List<List<String>> commands(Paper paper) throws IOException {
        String text = Files.readString(PAGES.resolve(paper.word() + ".md"));
        Matcher block =
                Pattern.compile("(?s)## Three commands\\n\\n```\\n(.*?)```").matcher(text);
        assertThat(block.find()).as("three commands on the page of %s", paper).isTrue();
        List<List<String>> commands = block.group(1)
                .lines()
                .map(line -> List.of(line.substring("./quorate ".length()).split(" ")))
                .toList();
        assertThat(commands).hasSize(3);
        return commands;
    }

    private static CommandRun run(List<String> command, String... more) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void theRunThatShowsTheErrorCanBeSteppedThrough(Paper paper) throws IOException {
        List<String> trace = new ArrayList<>(commands(paper).get(1));
        Path page = folder.resolve("steps.html");
        trace.set(trace.size() - 1, page.toString());
        CommandRun run = run(trace);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(Files.readString(page)).contains("<html");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @Tag("slow")
    @Tag("threads")
    void theDemonstrationAndTheMeasurementRun(Paper paper) throws IOException {
        CommandRun demo = run(
                commands(paper).get(0),
                "--rounds",
                "1",
                "--out",
                folder.resolve("demo").toString());
        assertThat(demo.exitCode()).as(demo.err()).isZero();
        CommandRun measured =
                run(commands(paper).get(2), "--out", folder.resolve("report").toString());
        assertThat(measured.exitCode()).as(measured.err()).isZero();
    }
}
