// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import io.quorate.api.LockFailedException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.text.Printable;
import io.quorate.core.model.Suggestion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into one sentence or two for a person, and into an exit code. */
public final class FailureReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Console console;

    public FailureReport(Console console) {
        this.console = console;
    }

    /** The output when a command with {@code --json} fails. */
    private record Document(String error, int exitCode) {}

    @Override
    public int handleParseException(ParameterException exception, String[] arguments) {
        List<String> given = List.of(arguments);
        String message = exception instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched)
                : explain(exception) + hint(exception.getCommandLine());
        boolean runsCommands =
                List.of("lock", "elect").contains(exception.getCommandLine().getCommandName());
        ExitCode code = runsCommands ? ExitCode.LOCK_USAGE : ExitCode.USAGE; // 2 may be what the command ends with
        return report(message, code, given.contains("--json"), given.contains("--debug") ? exception : null);
    }

    @Override
    public int handleExecutionException(Exception exception, CommandLine command, ParseResult parsed) {
        ParseResult given = command.getParseResult(); // that of the subcommand; the other one is the whole program's
        boolean debug = given.hasMatchedOption("--debug");
        ExitCode code = codeOf(exception);
        String message = exception instanceof IOException failure ? inWords(failure) : exception.getMessage();
        if (code == ExitCode.BUG || message == null) {
            message = "quorate has a bug (" + exception + "). Run it again with --debug and report what it prints.";
        }
        return report(sentence(message), code, given.hasMatchedOption("--json"), debug ? exception : null);
    }

    private static ExitCode codeOf(Exception exception) {
        if (exception instanceof CommandFailure failure) {
            return failure.exitCode();
        }
        if (exception instanceof LockUnavailableException) {
            return ExitCode.UNAVAILABLE;
        }
        if (exception instanceof LockFailedException || exception instanceof IOException) {
            return ExitCode.ENVIRONMENT;
        }
        return exception instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.BUG;
    }

    /** Java's message about a file is often only its name. */
    private static String inWords(IOException failure) {
        if (!(failure instanceof FileSystemException file) || file.getFile() == null) {
            return "Reading or writing has failed: " + failure.getMessage();
        }
        String why = file instanceof NoSuchFileException
                ? "there is no such file or folder"
                : file instanceof AccessDeniedException
                        ? "that is not allowed here"
                        : file instanceof FileAlreadyExistsException
                                ? "there is a file in the way"
                                : String.valueOf(file.getReason());
        return "Cannot read or write \"" + file.getFile() + "\": " + why + ". Give another place.";
    }

    private int report(String message, ExitCode code, boolean json, @Nullable Exception shown) {
        PrintWriter err = console.err();
        err.println(console.red("quorate: ") + Printable.lines(message));
        if (shown != null) {
            shown.printStackTrace(err);
        }
        if (json && !console.isAnswered()) {
            console.printJson(new Document(message, code.number()));
        }
        return code.number();
    }

    private static String explain(ParameterException exception) {
        Throwable cause = exception.getCause();
        if (cause instanceof IllegalArgumentException && cause.getMessage() != null) {
            return sentence(cause.getMessage());
        }
        return sentence(String.valueOf(exception.getMessage())
                .replaceFirst("is not an? (int|long)$", "is not a whole number, or is too large")
                .replaceFirst("is not a double$", "is not a number"));
    }

    private static String unmatched(UnmatchedArgumentException exception) {
        CommandLine command = exception.getCommandLine();
        String wrong = exception.getUnmatched().get(0);
        boolean isOption = wrong.startsWith("-");
        List<String> known = new ArrayList<>();
        if (isOption) {
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> known.add(option.longestName()));
        } else {
            command.getSubcommands().forEach((name, sub) -> {
                if (!sub.getCommandSpec().usageMessage().hidden()) {
                    known.add(name);
                }
            });
        }
        if (known.isEmpty()) {
            return "\"" + wrong + "\" is one word too many." + hint(command);
        }
        String name = isOption ? wrong.replaceFirst("=.*", "") : wrong;
        return Suggestion.unknown(isOption ? "option" : "command", name, known).getMessage() + hint(command);
    }

    private static String hint(CommandLine command) {
        return " For help: " + command.getCommandSpec().qualifiedName() + " --help";
    }

    private static String sentence(String text) {
        if (text.isEmpty()) {
            return text;
        }
        String begun = Character.toUpperCase(text.charAt(0)) + text.substring(1);
        char last = begun.charAt(begun.length() - 1);
        return last == '.' || last == '?' || last == '!' ? begun : begun + ".";
    }
}
