// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The other end of a {@link ChildProcess}: the one that started us. When it is gone, whatever it died of, our input ends, and
 * this process ends at once, in the middle of its work if need be.
 */
public final class ParentProcess {
    /** The last line that a parent says; after it, the child ends in its own time. */
    public static final String END = "end";

    private final Console console;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ParentProcess(Console console) {
        this.console = console;
    }

    /** Takes over the input of this process. */
    public static ParentProcess ofThisProcess(Console console) {
        ParentProcess parent = new ParentProcess(console);
        Thread listener = new Thread(parent::listen, "parent-process");
        listener.setDaemon(true);
        listener.start();
        return parent;
    }

    private void listen() {
        boolean ended = false;
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                ended |= line.equals(END);
                lines.add(line);
            }
        } catch (IOException e) {
            console.err().println("The input of this process cannot be read: " + e.getMessage());
        }
        if (!ended) {
            console.err().println("The program that started this node is gone, so it ends too.");
            Runtime.getRuntime().halt(ExitCode.ENVIRONMENT.number());
        }
    }

    public void tell(String line) {
        console.out().println(line);
    }

    /** The next line that it says. */
    public String next() throws InterruptedException {
        return lines.take();
    }

    /** Waits until it says so; other lines are passed over. */
    public void await(String line) throws InterruptedException {
        String said = next();
        while (!said.equals(line)) {
            said = next();
        }
    }
}
