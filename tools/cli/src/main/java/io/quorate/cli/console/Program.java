// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** Behaviour that all programs here share: output, errors, log and exit code. */
public final class Program {
    /** Setting one of these selects another log than the default. */
    private static final List<String> LOG_SETTINGS = List.of(
            "java.util.logging.SimpleFormatter.format",
            "java.util.logging.config.file",
            "java.util.logging.config.class");

    /** Loggers are forgotten when nobody keeps them. */
    private static final Logger LIBRARY = Logger.getLogger("io.quorate");

    private Program() {}

    /** Connects a command with all its subcommands to the console. Add the subcommands before. */
    public static CommandLine connected(CommandLine line, Console console) {
        FailureReport failures = new FailureReport(console);
        line.setOut(console.out());
        line.setErr(console.err());
        line.setColorScheme(Help.defaultColorScheme(console.isColoured() ? Help.Ansi.ON : Help.Ansi.OFF));
        line.setParameterExceptionHandler(failures);
        line.setExecutionExceptionHandler(failures);
        return line;
    }

    /** Runs a command; whatever it printed is out when this returns. */
    public static int run(CommandLine line, Console console, String... arguments) {
        try {
            return line.execute(arguments);
        } finally {
            console.flush();
        }
    }

    /** Runs the program and ends the process with its exit code. */
    public static void runAndExit(CommandLine line, Console console, String... arguments) {
        try {
            System.exit(run(line, console, arguments));
        } catch (OutOfMemoryError error) {
            console.err()
                    .println("quorate: Out of memory. Give it more, as in QUORATE_JAVA_OPTS=-Xmx8g, or ask for less: a"
                            + " smaller --limit, fewer nodes, fewer entries.");
            System.exit(ExitCode.ENVIRONMENT.number());
        }
    }

    /** One line for each message, with date and time. Only a node tells more than what somebody should do something about. */
    public static void setUpLog(boolean isNode) {
        if (LOG_SETTINGS.stream().anyMatch(setting -> System.getProperty(setting) != null)) {
            return;
        }
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setFormatter(new LogLine());
        }
        if (!isNode) {
            LIBRARY.setLevel(Level.WARNING);
        }
    }
}
