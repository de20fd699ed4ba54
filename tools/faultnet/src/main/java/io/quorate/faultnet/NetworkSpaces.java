// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The network namespaces of one network, by the command {@code ip}. Their names carry the number of this process, so that a
 * later one can remove those of a process that was killed.
 */
final class NetworkSpaces {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Path FOLDER = Path.of("/var/run/netns");
    private static final Pattern NAME = Pattern.compile("faultnet(\\d+)x\\d+-.+");

    private final String prefix = "faultnet" + ProcessHandle.current().pid() + "x" + COUNT.incrementAndGet() + "-";
    private final Set<String> made = new LinkedHashSet<>();

    /** Makes one; gives the file that stands for it. */
    Path add(String host) throws IOException, InterruptedException {
        String space = prefix + host;
        ip("netns", "add", space);
        made.add(space);
        return FOLDER.resolve(space);
    }

    List<String> commandPrefix(String host) {
        return List.of("ip", "netns", "exec", prefix + host);
    }

    /** Ends the processes in them and removes them. */
    void removeAll() {
        for (Iterator<String> each = made.iterator(); each.hasNext(); ) {
            String space = each.next();
            try {
                remove(space);
                each.remove();
            } catch (IOException failure) {
                throw new UncheckedIOException(
                        "The network namespace " + space + " is left over: remove it with ip netns del.", failure);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Removes those of processes that are no more. */
    static void removeLeftOvers() throws IOException, InterruptedException {
        if (!Files.isDirectory(FOLDER)) {
            return;
        }
        List<String> spaces;
        try (Stream<Path> files = Files.list(FOLDER)) {
            spaces = files.map(file -> file.getFileName().toString()).toList();
        }
        for (String space : spaces) {
            Matcher owner = NAME.matcher(space);
            if (owner.matches()
                    && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty()) {
                remove(space);
            }
        }
    }

    private static void remove(String space) throws IOException, InterruptedException {
        for (String pid : ip("netns", "pids", space).split("\\s+")) {
            if (!pid.isEmpty()) {
                ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
        ip("netns", "del", space);
    }

    private static String ip(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException missing) {
            throw new IOException(
                    "There is no command ip. Install it (Debian, Ubuntu: apt install iproute2).", missing);
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("\"" + String.join(" ", command) + "\" failed: " + said);
        }
        return said;
    }
}
