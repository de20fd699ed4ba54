// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.CommandRun;
import io.quorate.cli.console.Console;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/** The program as a whole: what the pages say about it, and its first answer. */
final class TortureTest {
    private static final Path DOCS =
            Path.of("").toAbsolutePath().getParent().getParent().resolve("docs");
    private static final Pattern COMMAND = Pattern.compile("tools/torture/run ((?:trial|random|-)[^`*|)\\n]*)");

    @Test
    void itAcceptsEveryCommandOnThePages() throws IOException {
        List<String> seen = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (Path page : pages()) {
            for (MatchResult command :
                    COMMAND.matcher(Files.readString(page)).results().toList()) {
                seen.add(command.group(1));
                try {
                    Torture.commandLine(Console.of(new StringWriter(), new StringWriter()))
                            .parseArgs(command.group(1).strip().split(" +"));
                } catch (ParameterException fault) {
                    refused.add(DOCS.relativize(page) + ": " + command.group(1) + ": " + fault.getMessage());
                }
            }
        }
        assertThat(seen).as("commands on pages").hasSizeGreaterThan(8);
        assertThat(refused).isEmpty();
    }

    @Test
    void withoutACommandItNamesThem() {
        CommandRun run = CommandRun.of(Torture::run);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("trial or random");
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
