// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.console.Console;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all commands have in common. */
final class CommandLineTest {
    static Stream<String> visibleCommands() {
        return QuorateCli.commandLine(Console.of(new StringWriter(), new StringWriter()))
                .getSubcommands()
                .entrySet()
                .stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(each -> each.getKey())
                .filter(name -> !name.equals("help"));
    }

    @Test
    void withoutArgumentsItShowsTheDemonstrationFirstAndThenTheThreeVerbs() {
        CommandRun run = CommandRun.of();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsSubsequence("quorate demo", "quorate check", "quorate simulate", "quorate node");
        assertThat(run.out().lines()).hasSizeLessThan(24);
    }

    @ParameterizedTest
    @MethodSource("visibleCommands")
    void theHelpOfEveryCommandShowsExamplesAndExitCodes(String command) {
        CommandRun run = CommandRun.of(command, "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsSubsequence("Usage: quorate " + command, "too few nodes answer", "Examples:");
        assertThat(run.out().substring(run.out().indexOf("Examples:"))).contains("quorate " + command);
        assertThat(run.out()).contains("--json");
        assertThat(run.out().substring(run.out().indexOf("Examples:")).lines().skip(1))
                .as("an example that is broken into two lines cannot be copied")
                .allMatch(line -> line.startsWith("  "));
    }

    @ParameterizedTest
    @MethodSource("visibleCommands")
    void theListOfCommandsNamesEachOfThem(String command) {
        assertThat(CommandRun.of("help").out()).contains("  " + command);
    }

    @Test
    void aTypingErrorInACommandIsAnsweredByASuggestion() {
        CommandRun run = CommandRun.of("simulte", "quorumlock");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("There is no command \"simulte\". Did you mean \"simulate\"?");
        assertThat(run.err()).doesNotContain("demo-node", "bench-node");
    }

    @Test
    void aTypingErrorInAnOptionIsAnsweredByASuggestion() {
        CommandRun run = CommandRun.of("check", "quorumlock", "--nods=3");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("There is no option \"--nods\". Did you mean \"--nodes\"?", "quorate check --help");
    }

    @Test
    void aWordThatIsNoneIsNotTakenForATypingError() {
        assertThat(CommandRun.of("--foo").err()).contains("no option \"--foo\"").doesNotContain("Did you mean");
        assertThat(CommandRun.of("").err()).doesNotContain("Did you mean");
    }

    @Test
    void aNumberThatIsNoneIsRefusedInPlainWords() {
        assertThat(CommandRun.of("check", "quorumlock", "--nodes", "x").err())
                .contains("'x' is not a whole number")
                .doesNotContain("an int");
        assertThat(CommandRun.of("check", "quorumlock", "--nodes").err()).contains("(<nodes>). For help");
    }

    @Test
    void aTypingErrorInTheNameOfAProtocolIsAnsweredByASuggestion() {
        for (List<String> command : List.of(
                List.of("check", "quorumlok"),
                List.of("simulate", "quorumlok"),
                List.of("node", "--id", "a", "--roster", "a=localhost:1", "--protocol", "quorumlok"))) {
            CommandRun run = CommandRun.of(command.toArray(String[]::new));
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("There is no protocol \"quorumlok\". Did you mean \"quorumlock\"?");
        }
    }

    @Test
    void aFailureIsToldInOneLineAndWithItsStackTraceOnlyForDebugging() {
        CommandRun plain = CommandRun.of("trace", "no-such-file.trace");
        assertThat(plain.exitCode()).isEqualTo(2);
        assertThat(plain.err().lines()).hasSize(1);
        assertThat(plain.err()).contains("There is no file no-such-file.trace. Make one with quorate demo");
        assertThat(CommandRun.of("trace", "no-such-file.trace", "--debug").err())
                .contains("\tat io.quorate.cli");
    }

    @Test
    void aFailureIsAJsonDocumentTooWhenJsonIsWanted() {
        CommandRun run = CommandRun.of("check", "quorumlok", "--json");
        assertThat(run.json().get("exitCode").getAsInt()).isEqualTo(2);
        assertThat(run.json().get("error").getAsString()).contains("quorumlock");
    }

    @Test
    void nothingIsColouredOutsideOfATerminal() {
        assertThat(CommandRun.of().out()).doesNotContain("\u001b");
        assertThat(CommandRun.of("check", "--help").out()).doesNotContain("\u001b");
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        assertThat(CommandRun.of("--version").out()).containsPattern("quorate \\d+\\.\\d+\\.\\d+");
    }

    @Test
    void theListOfProtocolsSaysWhatNodesRefuse() {
        assertThat(CommandRun.of("protocols").out().replaceAll("\\s+", " ")) // lines are broken
                .contains(
                        "Locks.join refuses them",
                        "maekawa:take-over",
                        "it is safe only if crashes are detected rightly");
        assertThat(CommandRun.of("protocols", "--json").out())
                .contains("\"unsafeRules\"", "\"ricart-agrawala:practical\"");
    }

    @Test
    void theProtocolsAreListedWithWhatTheySurvive() {
        assertThat(CommandRun.of("protocols").out()).contains("quorumlock", "central", "majority");
        CommandRun json = CommandRun.of("protocols", "--json");
        assertThat(json.json()
                        .getAsJsonArray("protocols")
                        .get(0)
                        .getAsJsonObject()
                        .get("survivesDuplicates")
                        .getAsBoolean())
                .isTrue();
    }
}
