// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.console.Console;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What packages install beside the program: completion for shells, and the page of the manual. */
final class PackagedHelpTest {
    private static final List<String> HIDDEN = List.of("demo-node", "bench-node", "man-page");

    private static Stream<CommandLine> visible() {
        return QuorateCli.commandLine(Console.of(new StringWriter(), new StringWriter()))
                .getSubcommands()
                .values()
                .stream()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden());
    }

    @Test
    void theCompletionKnowsEveryCommandAndOption() {
        CommandRun run = CommandRun.of("completion");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("#!/usr/bin/env bash").contains("complete -F _complete_quorate");
        visible().forEach(command -> {
            assertThat(run.out()).contains("function _picocli_quorate_" + command.getCommandName() + "()");
            command.getCommandSpec()
                    .options()
                    .forEach(option -> assertThat(run.out()).contains("'" + option.longestName() + "'"));
        });
        assertThat(run.out()).doesNotContain(HIDDEN);
        assertThat(CommandRun.of("completion", "--json").json().get("script").getAsString())
                .isEqualTo(run.out());
    }

    @Test
    void thePageOfTheManualHasEveryCommandAndOption() {
        CommandRun run = CommandRun.of("man-page");
        assertThat(run.exitCode()).isZero();
        String page = run.out().replace("\\-", "-");
        assertThat(page)
                .startsWith(".TH QUORATE 1")
                .containsSubsequence(
                        ".SH NAME", ".SH SYNOPSIS", ".SH COMMANDS", ".SS quorate bench floor", ".SH EXIT STATUS");
        visible()
                .filter(command -> !command.getCommandName().equals("help"))
                .forEach(command -> assertThat(page).contains(".SS quorate " + command.getCommandName() + "\n"));
        assertThat(page)
                .contains("--roster", "--tls-dir", "too few nodes answer")
                .doesNotContain(HIDDEN);
        assertThat(page.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                .as("requests to the formatter")
                .allMatch(line -> line.matches("\\.(TH|SH|SS|TP|B|nf|fi)( .*)?"));
    }
}
