// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import io.quorate.cli.console.Console;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;

/** {@code quorate man-page}: the help of all commands as one page for {@code man}. Packages are built with it. */
@Command(name = "man-page", hidden = true)
final class ManPageCommand implements Callable<Integer> {
    private static final int WIDTH = 78;

    private final Console console;

    ManPageCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine program = QuorateCli.commandLine(console);
        PrintWriter out = console.out();
        out.println(".TH QUORATE 1 \"\" \"quorate " + Version.number() + "\" \"Quorate\"");
        out.println(".SH NAME");
        out.println("quorate \\- distributed locks without a lock server");
        out.println(".SH SYNOPSIS");
        out.println(".B quorate");
        out.println("COMMAND [OPTIONS]");
        out.println(".SH DESCRIPTION");
        out.print(escaped(help(program).description()));
        out.println(".SH COMMANDS");
        program.getSubcommands().values().forEach(command -> describe(command, out));
        out.println(".SH EXIT STATUS");
        program.getCommandSpec().usageMessage().exitCodeList().forEach((code, meaning) -> {
            out.println(".TP");
            out.println(escaped(code.strip()));
            out.println(escaped(meaning));
        });
        return 0;
    }

    private static Help help(CommandLine command) {
        command.getCommandSpec().usageMessage().autoWidth(false).width(WIDTH);
        return new Help(command.getCommandSpec(), Help.defaultColorScheme(Help.Ansi.OFF));
    }

    private static void describe(CommandLine command, PrintWriter out) {
        if (command.getCommandSpec().usageMessage().hidden() || command.getCommand() instanceof HelpCommand) {
            return;
        }
        Help help = help(command);
        out.println(".SS " + escaped(command.getCommandSpec().qualifiedName()));
        out.println(".nf");
        out.println(escaped(help.description()));
        out.print(escaped("Usage: " + help.synopsis("Usage: ".length())));
        out.print(escaped(help.parameterList()));
        out.println(escaped(help.optionList()));
        out.print(escaped(help.footer()));
        out.println(".fi");
        command.getSubcommands().values().forEach(each -> describe(each, out));
    }

    /** A point or a quotation mark at the beginning of a line would be a request to the formatter. */
    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    }
}
