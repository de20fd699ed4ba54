// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code quorate completion}. */
@Command(
        name = "completion",
        description =
                "Prints a script with which bash and zsh complete commands and options. The Debian package installs it.",
        footer = {
            "  source <(quorate completion)",
            "  quorate completion > ~/.local/share/bash-completion/completions/quorate"
        })
final class CompletionCommand extends ReportCommand {
    CompletionCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) {
        String script = AutoComplete.bash("quorate", QuorateCli.commandLine(console));
        out.with("script", script).print(script);
    }
}
