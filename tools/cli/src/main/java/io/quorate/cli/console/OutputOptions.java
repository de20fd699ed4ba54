// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options and headings that every command has. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        exitCodeListHeading = "%nIt ends with:%n",
        exitCodeList = {
            " 0:fine",
            " 1:the answer is no: a violation found, a mutant survived, a proof failed",
            " 2:the command line is wrong",
            " 3:the environment does not allow it: port in use, file not writable, a child process died",
            " 4:too few nodes answer",
            "70:a bug in quorate itself"
        })
public final class OutputOptions {
    @Option(
            names = "--json",
            description = "Print one JSON document instead of text; progress goes to the error stream.")
    private boolean json;

    @Option(names = "--debug", description = "On failure, print the stack trace too.")
    private boolean debug;

    public boolean json() {
        return json;
    }

    public boolean debug() {
        return debug;
    }
}
