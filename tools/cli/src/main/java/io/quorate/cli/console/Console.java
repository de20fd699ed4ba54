// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.quorate.api.text.Printable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a command prints: results on one stream, progress and errors on the other; always UTF-8. */
public final class Console {
    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .serializeNulls()
            .create();

    /** For lines of a log, one object each. */
    private static final Gson LINES = new GsonBuilder().disableHtmlEscaping().create();

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean coloured;
    private final boolean errIsTerminal;
    private boolean answered;

    private Console(Writer out, Writer err, boolean coloured, boolean errIsTerminal) {
        this.out = new PrintWriter(out, true);
        this.err = new PrintWriter(err, true);
        this.coloured = coloured;
        this.errIsTerminal = errIsTerminal;
    }

    /** The streams of this process. Colours only on a terminal, and never when NO_COLOR is set. */
    public static Console ofProcess() {
        boolean colourWanted = System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
        return new Console(
                utf8(FileDescriptor.out), utf8(FileDescriptor.err), colourWanted && isTerminal(1), isTerminal(2));
    }

    /** For tests: no terminal, no colours. */
    public static Console of(Writer out, Writer err) {
        return new Console(out, err, false, false);
    }

    private static Writer utf8(FileDescriptor descriptor) {
        return new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8);
    }

    /** Java cannot say it of one stream; Linux can. Elsewhere there are no colours and no changing lines. */
    private static boolean isTerminal(int stream) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }

    /** Whether a person types what this process reads; then the terminal tells all its processes of Ctrl-C. */
    public static boolean inputIsTerminal() {
        return isTerminal(0);
    }

    public PrintWriter out() {
        return out;
    }

    public PrintWriter err() {
        return err;
    }

    public boolean isColoured() {
        return coloured;
    }

    /** A line is out at once; this is for what does not end in one. */
    public void flush() {
        out.flush();
        err.flush();
    }

    boolean errIsTerminal() {
        return errIsTerminal;
    }

    /** Prints the one document of a command. The names of its fields are those of the record's components. */
    public void printJson(Object document) {
        out.println(toJson(document));
    }

    /** Prints the document of a command that has come to its end: a failure after it prints no other one. */
    void printAnswer(Object document) {
        printJson(document);
        answered = true;
        if (out.checkError()) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "The answer could not be written to the standard output. Make space, or give another place.");
        }
    }

    boolean isAnswered() {
        return answered;
    }

    public static String toJson(Object document) {
        return Printable.json(GSON.toJson(document));
    }

    /** The same in one line, without what is null. */
    static String toJsonLine(Object document) {
        return Printable.json(LINES.toJson(document));
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String red(String text) {
        return paint("31", text);
    }

    public String bold(String text) {
        return paint("1", text);
    }

    public String faint(String text) {
        return paint("2", text);
    }

    private String paint(String code, String text) {
        return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
