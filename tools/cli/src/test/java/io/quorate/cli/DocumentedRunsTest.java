// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of the laboratory that a page shows in a block runs, and ends with "yes" or "no", not with a fault. Only its files are
 * put elsewhere. {@code reproduce} and {@code demo} are run by {@code PaperPagesTest}, commands for nodes by the tests in {@code operate}.
 */
@Tag("long")
@Tag("slow")
@Tag("threads")
final class DocumentedRunsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```");
    private static final Pattern COMMAND = Pattern.compile(
            "(?m)^(?:\\$ )?\\./quorate ((?:check|simulate|trace|plan|compare|overlay|dht|gallery) [^\\n]*)");

    /** What ends a command: a remark beside it, or a shell. */
    private static final Pattern REMARK = Pattern.compile("  +| +#.*| *[|>].*");

    private static final Set<String> OUTPUTS = Set.of("--html", "--svg", "--draw", "--out", "--save");

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path folder;

    @AfterEach
    void forgetProtocolsOfTheUser() {
        Thread.currentThread().setContextClassLoader(before);
    }

    static Set<String> commands() throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        for (String place : List.of("docs/study", "docs/understand")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
                for (Path page : files.filter(file -> file.toString().endsWith(".md"))
                        .sorted()
                        .toList()) {
                    Matcher block = BLOCK.matcher(Files.readString(page));
                    while (block.find()) {
                        COMMAND.matcher(block.group(1).matches("|sh|text") ? block.group(2) : "")
                                .results()
                                .map(command -> REMARK.split(command.group(1), 2)[0].strip())
                                .forEach(commands::add);
                    }
                }
            }
        }
        assertThat(commands).hasSizeGreaterThan(30);
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theCommandRuns(String command) {
        CommandRun run = CommandRun.of(withFilesElsewhere(command).toArray(String[]::new));
        assertThat(run.exitCode()).as("%s%n%s", run.out(), run.err()).isIn(ExitCode.OK.number(), ExitCode.NO.number());
    }

    private List<String> withFilesElsewhere(String command) {
        List<String> words = new ArrayList<>();
        String previous = "";
        for (String word : Arrays.asList(command.split(" +"))) {
            boolean isInput = word.startsWith("scenarios/") || word.startsWith("examples/");
            if (OUTPUTS.contains(previous)) {
                words.add(folder.resolve(Path.of(word).getFileName()).toString());
            } else {
                words.add(isInput ? ROOT.resolve(word).toString() : word);
            }
            previous = word;
        }
        if (words.get(0).equals("simulate")) {
            words.addAll(List.of("--failures", folder.toString()));
        }
        return words;
    }
}
