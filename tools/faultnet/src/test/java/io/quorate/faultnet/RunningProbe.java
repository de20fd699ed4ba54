// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A {@link Probe} that runs on a host. */
final class RunningProbe {
    private final Writer input;
    private final BufferedReader output;

    RunningProbe(FaultNet net, String host) throws IOException {
        Process process = net.builder(
                        host,
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx64m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Probe.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        input = process.outputWriter(StandardCharsets.UTF_8);
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    void tell(String line) throws IOException {
        input.write(line + "\n");
        input.flush();
    }

    String answer() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("The probe has ended; its error output says why.");
        }
        return line;
    }

    String ask(String line) throws IOException {
        tell(line);
        return answer();
    }

    List<Integer> receive(int count) throws IOException {
        return Arrays.stream(ask("receive " + count).split(" "))
                .map(Integer::valueOf)
                .toList();
    }
}
