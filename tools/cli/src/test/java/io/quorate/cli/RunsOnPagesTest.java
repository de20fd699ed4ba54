// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A page that shows a command of the laboratory in one block and its output in the next shows what the command prints: every table and
 * every figure that follows from a seed. {@code -Dpages=rewrite} writes the outputs into the pages again.
 */
@Tag("slow")
final class RunsOnPagesTest {
    private static final Path ROOT = Path.of("../..");
    private static final boolean REWRITES = "rewrite".equals(System.getProperty("pages"));

    private static final Pattern RUN = Pattern.compile(
            "(?ms)^```\\n\\./quorate ((?:check|simulate|compare|overlay|dht|plan) (?![^\\n]*--mutants)[^\\n]*)\\n```\\n\\n```\\n(.*?)^```");

    /** Elapsed time belongs to the machine. */
    private static final Pattern MACHINE =
            Pattern.compile("\\b[\\d,.]+ s\\b(?! of virtual| of true)|\\([\\d,]+ states a second\\)");

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path folder;

    @AfterEach
    void forgetProtocolsOfTheUser() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** A command with its output. */
    record Run(Path page, String command, String output) {
        @Override
        public String toString() {
            return page.getFileName() + ": " + command;
        }
    }

    static List<Run> runs() throws IOException {
        List<Run> runs = new ArrayList<>();
        for (Path page : pages()) {
            for (MatchResult run : RUN.matcher(Files.readString(page)).results().toList()) {
                runs.add(new Run(page, run.group(1), run.group(2)));
            }
        }
        return runs;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void pagesShowRuns() throws IOException {
        assertThat(runs()).as("commands with their outputs").hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("runs")
    @Tag("long")
    void thePageShowsWhatTheCommandPrints(Run run) throws IOException {
        String printed = printed(run.command());
        if (isPartOf(run.output(), printed)) {
            return;
        }
        assertThat(REWRITES)
                .as(
                        "%s does not show what is printed now; add -Dpages=rewrite to write it again, whole:%n%s",
                        run, printed)
                .isTrue();
        Files.writeString(run.page(), Files.readString(run.page()).replace(run.output(), printed));
    }

    private String printed(String command) throws IOException {
        List<String> words = new ArrayList<>();
        for (String word : command.split(" +")) {
            words.add(word.startsWith("examples/") ? ROOT.resolve(word).toString() : word);
        }
        if (words.get(0).equals("simulate")) {
            words.addAll(List.of("--failures", folder.toString()));
        }
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        return run.out()
                .replace(folder.toString(), "failures")
                .replace(ROOT.resolve("examples").toString(), "examples");
    }

    /** A page may leave lines out, but shows no other ones. */
    private static boolean isPartOf(String shown, String printed) {
        Iterator<String> next = lines(printed).iterator();
        return lines(shown).stream().allMatch(line -> {
            boolean found = false;
            while (!found && next.hasNext()) {
                found = next.next().equals(line);
            }
            return found;
        });
    }

    private static List<String> lines(String text) {
        return Arrays.stream(MACHINE.matcher(text.strip()).replaceAll("#").split("\n"))
                .map(String::stripTrailing)
                .toList();
    }
}
