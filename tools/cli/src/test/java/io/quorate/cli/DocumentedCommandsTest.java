// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.console.Console;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Every command that a page shows exists: {@code quorate} accepts it, with all its options, and scripts are where the page says.
 * Nothing is executed here. The run book is executed by {@code RollingRecipesTest}, the examples by the tests beside them.
 */
final class DocumentedCommandsTest {
    private final CommandLine program = QuorateCli.commandLine(Console.of(new StringWriter(), new StringWriter()));

    private static final Path ROOT = Path.of("../..");
    private static final String MEMBERS = "a=localhost:7401,b=localhost:7402,c=localhost:7403";
    private static final List<String> PAGES = List.of("README.md", "CONTRIBUTING.md", "docs", "examples");

    private static final Pattern FENCE = Pattern.compile("\\s*```(\\w*)\\s*");
    private static final Pattern COMMAND = Pattern.compile("(?<![\\w/.-])(?:\\./|/opt/quorate/)?quorate ([^\\n]*)");
    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?quorate ([^`\\n]+)`");
    private static final Pattern SCRIPT = Pattern.compile(
            "(?m)(?:^\\s*(?:\\$ )?|`)((?:\\./(?:verify|fix)|(?:tools|examples)/[\\w./-]+/\\w+)(?: [^`\\n]*)?)");

    /** What ends a command in a shell, or is a remark beside it. */
    private static final Pattern END = Pattern.compile(" +#|  +|\\s*(?:[|;>]|&&|& |&$| 2>)|\\)$");

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String place : PAGES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(file -> !file.toString().contains("/target/"))
                        .forEach(pages::add);
            }
        }
        return pages;
    }

    /** The blocks of a page that are not in a language: commands and their output. */
    private static List<String> blocks(String page) {
        List<String> blocks = new ArrayList<>();
        String language = null; // outside of a block
        StringBuilder block = new StringBuilder();
        for (String line : page.lines().toList()) {
            var fence = FENCE.matcher(line);
            if (!fence.matches()) {
                block.append(line).append('\n');
            } else if (language == null) {
                language = fence.group(1);
                block.setLength(0);
            } else {
                if (List.of("", "sh", "text", "yaml").contains(language)) {
                    blocks.add(block.toString());
                }
                language = null;
            }
        }
        return blocks;
    }

    @Test
    void quorateAcceptsEveryCommandThatAPageShowsInABlock() throws IOException {
        List<String> refused = new ArrayList<>();
        int seen = 0;
        for (Path page : pages()) {
            for (String block : blocks(read(page))) {
                String text = block.replaceAll("\\\\\\n\\s*", " ");
                for (MatchResult command : COMMAND.matcher(text).results().toList()) {
                    if (isProse(text, command)) {
                        continue;
                    }
                    seen++;
                    List<String> words = new ArrayList<>(words(command.group(1)));
                    if (text.contains("QUORATE_ROSTER") && !words.contains("--roster")) {
                        words.addAll(List.of("--roster", MEMBERS)); // the command finds it in its environment
                    }
                    String problem = words.contains("...") ? problemWith(words) : refusalOf(words);
                    if (!problem.isEmpty()) {
                        refused.add(ROOT.relativize(page) + ": quorate " + String.join(" ", words) + ": " + problem);
                    }
                }
            }
        }
        assertThat(seen).as("commands in blocks").isGreaterThan(80);
        assertThat(refused).as("commands on pages that quorate does not accept").isEmpty();
    }

    @Test
    void quorateKnowsTheCommandAndTheOptionsOfEveryMentionInASentence() throws IOException {
        List<String> unknown = new ArrayList<>();
        int seen = 0;
        for (Path page : pages()) {
            for (MatchResult mention : INLINE.matcher(read(page)).results().toList()) {
                seen++;
                String problem = problemWith(words(mention.group(1)));
                if (!problem.isEmpty()) {
                    unknown.add(ROOT.relativize(page) + ": quorate " + mention.group(1) + ": " + problem);
                }
            }
        }
        assertThat(seen).as("mentions of commands").isGreaterThan(80);
        assertThat(unknown)
                .as("commands and options that quorate does not have")
                .isEmpty();
    }

    @Test
    void everyScriptThatAPageNamesIsThereAndHasTheOption() throws IOException {
        List<String> missing = new ArrayList<>();
        int seen = 0;
        for (Path page : pages()) {
            for (MatchResult named : SCRIPT.matcher(read(page)).results().toList()) {
                String[] words = named.group(1).split(" +");
                Path script = ROOT.resolve(words[0]);
                if (!Files.isExecutable(script) || Files.isDirectory(script)) {
                    continue; // a folder or a file: DocsTest checks links
                }
                seen++;
                String text = read(script);
                Arrays.stream(words)
                        .filter(word -> word.matches("--[a-z-]+"))
                        .filter(option -> words[0].startsWith("./") && !text.contains(option))
                        .forEach(option -> missing.add(ROOT.relativize(page) + ": " + named.group(1)));
            }
        }
        assertThat(seen).as("scripts on pages").isGreaterThan(20);
        assertThat(missing).as("options that a script does not have").isEmpty();
        for (String script :
                List.of("verify", "fix", "quorate", "tools/bench/run", "tools/bench/compare", "tools/torture/run")) {
            assertThat(ROOT.resolve(script)).isExecutable();
        }
    }

    /** "the quorate node" in a sentence inside a block of text, or the name of a folder. */
    private static boolean isProse(String text, MatchResult command) {
        String before = text.substring(text.lastIndexOf('\n', command.start()) + 1, command.start());
        boolean isAtTheBeginning =
                before.isBlank() || before.matches(".*(?:\\$|&&|\\|\\||;|do|ExecStart=|ExecStartPost=-|exec|\\*)\\s*");
        return !isAtTheBeginning || command.group().startsWith("quorate:");
    }

    private String refusalOf(List<String> words) {
        try {
            program.parseArgs(words.toArray(String[]::new));
            return "";
        } catch (ParameterException fault) {
            return String.valueOf(fault.getMessage());
        }
    }

    private String problemWith(List<String> words) {
        CommandLine command = program;
        int index = 0;
        while (index < words.size() && command.getSubcommands().containsKey(words.get(index))) {
            command = command.getSubcommands().get(words.get(index));
            index++;
        }
        if (index == 0 && !words.get(0).startsWith("-") && !words.get(0).equals("help")) {
            return "there is no such command";
        }
        for (String word : words.subList(index, words.size())) {
            if (word.equals("--")) {
                break;
            }
            String option = word.replaceFirst("=.*", "");
            if (option.matches("--?[a-zA-Z][\\w-]*") && command.getCommandSpec().findOption(option) == null) {
                return "there is no option " + option;
            }
        }
        return "";
    }

    /** The words of a command, with a value for each variable of the page. */
    private static List<String> words(String command) {
        String line = END.split(command + " ", 2)[0].strip();
        String filled = line.replace("$tls", "--tls-cert a.pem --tls-key a-key.pem --tls-ca ca.pem")
                .replaceAll("\\$\\{?(?:members|QUORATE_ROSTER)}?", MEMBERS)
                .replace("examples/Vote.java", ROOT + "/examples/Vote.java")
                .replaceAll("\\$\\{?\\w+}?", "a")
                .replaceAll("\\bFENCE\\b", "1")
                .replaceAll("(?<= )(?:N|SEED)\\b", "7");
        return Arrays.stream(filled.split("\\s+"))
                .map(word -> word.replaceAll("^['\"]|['\"]$", ""))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
