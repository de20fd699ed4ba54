package io.quorate.cli.cluster;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The other end of a {@link ChildProcess}: the one that started us, and with whom we end. */
public final class ParentProcess {
    private final BufferedReader input;
    private final Console console;

    private ParentProcess(BufferedReader input, Console console) {
        this.input = input;
        this.console = console;
    }

    public static ParentProcess ofThisProcess(Console console) {
        return new ParentProcess(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), console);
    }

    public void tell(String line) {
        console.out().println(line);
    }

    /** The next line that it says; fails when it says no more. */
    public String next() throws IOException {
        String line = input.readLine();
        if (line == null) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "The program that started this node is gone. Start it again.");
        }
        return line;
    }

    /** Waits until it says so. */
    public void await(String line) throws IOException {
        while (!next().equals(line)) {
            // passed over
        }
    }
}
