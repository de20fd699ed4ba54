// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.quorate.cli.console.Console;
import java.io.BufferedWriter;
import java.io.StringWriter;

/** The program, run as a person runs it: arguments in; output, errors and exit code out. */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(String... arguments) {
        return of(QuorateCli::run, arguments);
    }

    /** A program: it prints there, and gives its exit code. */
    public interface Runs {
        int run(Console console, String... arguments);
    }

    /** The same for another program. */
    public static CommandRun of(Runs program, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        // Buffered as the streams of a process are: what is never flushed is never seen.
        Console console = Console.of(new BufferedWriter(out), new BufferedWriter(err));
        int exitCode = program.run(console, arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** The one document on the output. */
    public JsonObject json() {
        return JsonParser.parseString(out).getAsJsonObject();
    }
}
