// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * This program once more, as a process of its own that we talk with line by line. It ends with us: when we close it, when we
 * are interrupted (a shutdown hook), and when we are killed (its input ends then, and it stops by itself).
 */
public final class ChildProcess implements AutoCloseable {
    private static final String END = "\u0000end";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private final String name;
    private final Process process;
    private final Path log;
    private final Writer input;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread lastResort;

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.lastResort = new Thread(process::destroyForcibly, "end-of-" + name);
        Runtime.getRuntime().addShutdownHook(lastResort);
        Thread reader = new Thread(this::readOutput, "output-of-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts the program with these arguments; what it says on its error stream goes to the log. */
    public static ChildProcess start(String name, List<String> jvmOptions, List<String> arguments, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(jvmOptions);
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        return new ChildProcess(name, process, log);
    }

    /** How to start this very program: the same Java, the same class path, and the prepared classes if there are any. */
    public static List<String> javaCommand(List<String> jvmOptions, Class<?> mainClass) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(preparedClasses(mainClass));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
        return command;
    }

    private static List<String> preparedClasses(Class<?> mainClass) {
        try {
            Path jar = Path.of(mainClass
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path archive = jar.resolveSibling("classes.jsa");
            return Files.isRegularFile(archive)
                    ? List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:disable", "-Xlog:all=off")
                    : List.of();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void readOutput() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException ended) {
            lines.add(END);
        }
        lines.add(END);
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    /** Writes a line to its input. */
    public void tell(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException e) {
            throw died(e);
        }
    }

    /** Waits for a line that begins so, and gives the rest of it; other lines are passed over. */
    public String await(String beginning, Duration timeout) throws InterruptedException {
        return awaitAny(List.of(beginning), timeout)
                .substring(beginning.length())
                .strip();
    }

    /** Waits for a line that begins in one of these ways, and gives the whole of it; other lines are passed over. */
    public String awaitAny(List<String> beginnings, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "Node " + name + " did not say \"" + String.join("\" or \"", beginnings) + "\" within "
                                + timeout.toSeconds() + " s. Its log:\n" + logText());
            }
            if (line.equals(END)) {
                process.waitFor(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
                throw died(null);
            }
            if (beginnings.stream().anyMatch(line::startsWith)) {
                return line;
            }
        }
    }

    private CommandFailure died(@Nullable Exception cause) {
        String how = process.isAlive() ? "closed its streams" : "ended with exit code " + process.exitValue();
        CommandFailure failure = new CommandFailure(
                ExitCode.ENVIRONMENT, "The process of node " + name + " " + how + ". Its log:\n" + logText());
        if (cause != null) {
            failure.addSuppressed(cause);
        }
        return failure;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends it a signal, as in {@code STOP}. */
    public void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                .start()
                .waitFor();
        if (code != 0) {
            throw died(null);
        }
    }

    /** Ends it at once, without its noticing, and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
        close();
    }

    /** Waits until it has ended by itself. */
    public int awaitEnd(Duration timeout) throws InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "Node " + name + " did not end within " + timeout.toSeconds() + " s. Its log:\n" + logText());
        }
        close();
        return process.exitValue();
    }

    /** The last lines of what it said on its error stream. */
    public String logText() {
        try {
            List<String> all = Files.readAllLines(log);
            List<String> last = all.subList(Math.max(0, all.size() - 40), all.size());
            return last.isEmpty() ? "  (empty)" : "  " + String.join("\n  ", last);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it: first by ending its input, then by a signal, at last by force. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException alreadyGone) {
            process.destroy();
        }
        try {
            if (!process.waitFor(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroy();
                if (!process.waitFor(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(lastResort);
        } catch (IllegalStateException shuttingDown) {
            process.destroyForcibly();
        }
    }
}
