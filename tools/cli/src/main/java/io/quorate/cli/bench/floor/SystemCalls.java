// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.load.Measured;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the system calls of the asking node, by {@code strace}, while it makes a given number of turns. */
final class SystemCalls {
    /** A line of its summary: part of the time, seconds, microseconds a call, calls, sometimes errors, name. */
    private static final Pattern LINE =
            Pattern.compile("\\s*[\\d.]+\\s+[\\d.]+\\s+\\d+\\s+(\\d+)\\s+(?:\\d+\\s+)?([a-z_0-9]+)");

    private static final Map<String, String> GROUPS = Map.of(
            "recvfrom", "read",
            "readv", "read",
            "sendto", "write",
            "writev", "write",
            "sendmsg", "write",
            "ppoll", "poll",
            "epoll_wait", "poll",
            "epoll_pwait", "poll");

    private SystemCalls() {}

    /** For each turn, by name; calls of one kind have one name. */
    record Counts(String contestant, String workload, long turns, Map<String, Double> perTurn) {
        double of(String name) {
            return perTurn.getOrDefault(name, 0.0);
        }

        double all() {
            return perTurn.values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    static Counts count(Deployment deployment, Workload workload, long turns, Path folder)
            throws IOException, InterruptedException {
        ChildProcess client = deployment.client(0);
        turns(client, workload, turns); // as warm-up
        Path summary = folder.resolve(deployment.contestant().title() + "-" + workload + ".strace");
        Process tracer = attach(client.pid(), summary);
        long done;
        try {
            done = turns(client, workload, turns);
        } finally {
            // It writes its summary when it is interrupted.
            new ProcessBuilder("kill", "-INT", "" + tracer.pid()).start().waitFor();
            tracer.waitFor();
        }
        Map<String, Double> perTurn = new TreeMap<>();
        for (String line : Files.readAllLines(summary)) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches() && !matcher.group(2).equals("total")) {
                String name = GROUPS.getOrDefault(matcher.group(2), matcher.group(2));
                perTurn.merge(name, Long.parseLong(matcher.group(1)) / (double) done, Double::sum);
            }
        }
        return new Counts(deployment.contestant().title(), workload.words(), done, perTurn);
    }

    private static long turns(ChildProcess client, Workload workload, long count) throws InterruptedException {
        client.tell(FloorNodeCommand.TURNS + " " + workload + " " + count);
        return Measured.ofLine(client.await("measured", Deployment.TIMEOUT))
                .turns()
                .nanos()
                .getTotalCount();
    }

    private static Process attach(long pid, Path summary) throws IOException {
        Process tracer;
        try {
            tracer = new ProcessBuilder("strace", "-f", "-c", "-o", summary.toString(), "-p", "" + pid)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException missing) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "There is no strace. Install it (Debian, Ubuntu: apt install strace).",
                    missing);
        }
        List<String> said = new ArrayList<>();
        BufferedReader reader = tracer.errorReader(StandardCharsets.UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            said.add(line);
            if (line.contains("attached")) {
                return tracer;
            }
        }
        throw new CommandFailure(ExitCode.ENVIRONMENT, "strace could not attach: " + String.join("; ", said));
    }
}
