// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources that processes have used so far, as the kernel counts them.
 *
 * @param cpuNanos of all their threads, in user and kernel mode; the kernel counts in steps of 10 ms
 * @param bytes that their TCP connections have sent; none if {@code ss} cannot say
 * @param packets with payload, in the same directions
 * @param machineBusyNanos of all processors of this machine, used by any process, with the time that its host took away
 * @param machineNanos of all processors, busy or not
 */
public record Usage(long cpuNanos, long bytes, long packets, long machineBusyNanos, long machineNanos) {
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final Path SS = Path.of("/usr/bin/ss");
    private static final Pattern OWNER = Pattern.compile("pid=(\\d+)");
    private static final Pattern BYTES = Pattern.compile("bytes_sent:(\\d+)");
    private static final Pattern PACKETS = Pattern.compile("data_segs_out:(\\d+)");

    /** Of all these processes together. Both ends of their connections are among them, so that all traffic is counted once. */
    public static Usage of(List<Long> pids) throws IOException {
        long cpu = 0;
        for (long pid : pids) {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            cpu += (Long.parseLong(words[11]) + Long.parseLong(words[12])) * NANOS_PER_TICK;
        }
        long bytes = 0;
        long packets = 0;
        for (String connection : connections()) {
            if (pids.contains(number(OWNER, connection))) {
                bytes += number(BYTES, connection);
                packets += number(PACKETS, connection);
            }
        }
        // The first line of it: user, nice, system, idle, iowait, irq, softirq, steal; the rest is part of these.
        String[] ticks = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
        long all = 0;
        for (int index = 1; index <= 8; index++) {
            all += Long.parseLong(ticks[index]) * NANOS_PER_TICK;
        }
        long idle = (Long.parseLong(ticks[4]) + Long.parseLong(ticks[5])) * NANOS_PER_TICK;
        return new Usage(cpu, bytes, packets, all - idle, all);
    }

    public boolean isTrafficKnown() {
        return Files.isExecutable(SS);
    }

    /** Which part of all processors others used: how much a figure can be trusted. */
    public double partOfOthers() {
        return Math.max(0, machineBusyNanos - cpuNanos) / (double) Math.max(1, machineNanos);
    }

    public Usage since(Usage earlier) {
        return new Usage(
                cpuNanos - earlier.cpuNanos,
                bytes - earlier.bytes,
                packets - earlier.packets,
                machineBusyNanos - earlier.machineBusyNanos,
                machineNanos - earlier.machineNanos);
    }

    private static List<String> connections() throws IOException {
        if (!Files.isExecutable(SS)) {
            return List.of();
        }
        Process process = new ProcessBuilder(SS.toString(), "-tinpOH", "state", "established")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static long number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
