// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The running switch, told what to do line by line. It ends when its input does, so at the latest with this process. */
final class Switch implements AutoCloseable {
    private static final long END_SECONDS = 5;

    private final Process process;
    private final Writer input;
    private final BufferedReader output;

    private Switch(Process process) {
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static Switch start(long seed) throws IOException, InterruptedException {
        return new Switch(new ProcessBuilder(SwitchProgram.built().toString(), Long.toUnsignedString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Gives what comes after "ok". */
    synchronized String ask(String command) throws IOException {
        input.write(command + "\n");
        input.flush();
        @Nullable String answer = output.readLine();
        if (answer == null) {
            throw new IOException("The switch of the network has ended. Close this network and open a new one.");
        }
        if (!answer.startsWith("ok")) {
            throw new IOException("The switch rejected \"" + command + "\": " + answer);
        }
        return answer.substring("ok".length()).strip();
    }

    void change(String direction, String rules) {
        askUnchecked("link " + direction + " " + rules);
    }

    void changeLater(Duration wait, String direction, String rules) {
        askUnchecked("at " + wait.toNanos() + " link " + direction + " " + rules);
    }

    Link.Counts counts(String direction) {
        String[] words = askUnchecked("counts " + direction).split(" ");
        return new Link.Counts(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
    }

    private String askUnchecked(String command) {
        try {
            return ask(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does nothing when it has ended. */
    @Override
    public void close() {
        try {
            input.close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException gone) {
            process.destroyForcibly();
        } catch (InterruptedException interruption) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
