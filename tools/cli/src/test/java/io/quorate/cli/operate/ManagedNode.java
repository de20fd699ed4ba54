// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that a stand-in of a system manager has started, and what it starts beside it. */
final class ManagedNode implements AutoCloseable {
    private final Process process;
    private final Path log;

    private ManagedNode(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static ManagedNode start(List<String> command, Map<String, String> environment, Path log) throws IOException {
        return new ManagedNode(process(command, environment, log), log);
    }

    private static Process process(List<String> command, Map<String, String> environment, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Runs a command beside it; its exit code. */
    static int run(List<String> command, Map<String, String> environment, Path log, Duration timeout)
            throws IOException, InterruptedException {
        Process beside = process(command, environment, log);
        if (!beside.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            beside.destroyForcibly();
            throw new AssertionError(command + " did not end within " + timeout.toSeconds() + " s");
        }
        return beside.exitValue();
    }

    /** Sends it this signal, as in {@code SIGTERM}, and waits for its end, which must be a good one in time. */
    void stop(String signal, Duration timeout) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", signal.replaceFirst("^SIG", ""), String.valueOf(process.pid()))
                .start()
                .waitFor();
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
            throw new AssertionError(
                    "the node did not end well within " + timeout.toSeconds() + " s: " + Files.readString(log));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
