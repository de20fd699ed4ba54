// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import java.io.IOException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command, and the only way to print it: as text for people, or as one JSON document for programs. Lines are for people
 * and are printed at once; fields are for programs and are printed at the end; a table is for both.
 */
public final class Report {
    private final Console console;
    private final boolean json;
    private final Fields document = new Fields();
    private @Nullable Object wholeDocument;
    private int exitCode = ExitCode.OK.number();
    private Step afterwards = () -> {};

    /** An action for the end. */
    public interface Step {
        void run() throws IOException;
    }

    /** @param json whether a program reads it */
    public Report(Console console, boolean json) {
        this.console = console;
        this.json = json;
    }

    /** True if people read it; else lines that take long to make are not needed. */
    public boolean isForPeople() {
        return !json;
    }

    /** Adds a field for programs. */
    public Report with(String name, @Nullable Object value) {
        document.with(name, value);
        return this;
    }

    /** Adds a list for programs, with an object for each item. */
    public <T> Report with(String name, Collection<T> items, Function<? super T, Fields> fields) {
        document.with(name, items, fields);
        return this;
    }

    /** For programs all of this, in place of fields. */
    public Report document(Object whole) {
        wholeDocument = Fields.plain(whole);
        return this;
    }

    /** Adds a line for people. */
    public Report say(Object line) {
        return print(line + System.lineSeparator());
    }

    /** Adds a paragraph for people, in lines of a maximum length. */
    public Report say(String paragraph, int width) {
        Words.wrapped(paragraph, width).forEach(this::say);
        return this;
    }

    /** Adds an empty line for people. */
    public Report gap() {
        return say("");
    }

    /** Adds text for people that ends its own lines. */
    public Report print(Object lines) {
        if (!json) {
            console.out().print(lines);
            console.out().flush();
        }
        return this;
    }

    /** Adds a table for people, and its rows for programs. */
    public Report table(String name, Table<?> table) {
        return with(name, table).print(table);
    }

    /** Adds a promise that was kept or broken. */
    public Report promise(boolean kept, String promise) {
        return say("  " + (kept ? console.green("yes") : console.red("NO")) + "  " + promise);
    }

    /** Adds the last line for people, in the colour of the answer. */
    public Report verdict(boolean fine, String line) {
        return say(fine ? console.green(line) : console.red(line));
    }

    public String good(String words) {
        return console.green(words);
    }

    public String bad(String words) {
        return console.red(words);
    }

    public String strong(String words) {
        return console.bold(words);
    }

    public String faint(String words) {
        return console.faint(words);
    }

    /** Sets the answer of the command; a no ends it with {@link ExitCode#NO}. */
    public Report answer(boolean yes) {
        return exit(yes ? ExitCode.OK : ExitCode.NO);
    }

    /** Sets the exit code. */
    public Report exit(ExitCode code) {
        return exit(code.number());
    }

    /** The same for a command that ends as another one did. */
    public Report exit(int code) {
        exitCode = code;
        return this;
    }

    public int exitCode() {
        return exitCode;
    }

    /** Runs this when the document is printed. If it fails, as when a file cannot be written, the answer is not lost. */
    public Report afterwards(Step step) {
        afterwards = step;
        return this;
    }

    void finish() throws IOException {
        if (json) {
            console.printAnswer(wholeDocument == null ? document.values() : wholeDocument);
        }
        afterwards.run();
    }
}
