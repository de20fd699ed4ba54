// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Does with a unit what systemd does on several hosts, as far as the run book needs it: the commands, signals and timeouts of the unit.
 * The places of the unit are in a folder for each host. It has no users, and starts nothing again by itself.
 */
final class SystemdStandIn implements AutoCloseable {
    private static final String UNIT = "quorate";

    private final Path folder;
    private final SystemdUnit unit;

    /** The environment file of each host. */
    private final Map<String, Map<String, String>> hosts;

    private final Map<String, ManagedNode> running = new LinkedHashMap<>();

    /** What was restarted, in order. */
    final List<String> restarted = new ArrayList<>();

    /** How the commands after these starts ended. */
    final List<Integer> codes = new ArrayList<>();

    SystemdStandIn(Path folder, SystemdUnit unit, Map<String, Map<String, String>> hosts) {
        this.folder = folder;
        this.unit = unit;
        this.hosts = hosts;
    }

    /** {@code ssh HOST systemctl restart quorate}. */
    int run(List<String> words) throws Exception {
        assertThat(words).hasSize(5).startsWith("ssh").endsWith("systemctl", "restart", UNIT);
        String host = words.get(1);
        running.get(host).stop(unit.service("KillSignal"), unit.seconds("TimeoutStopSec"));
        start(host);
        restarted.add(host);
        int code = awaitStarted(host);
        codes.add(code);
        return unit.mayFail("ExecStartPost") ? 0 : code;
    }

    /** Runs the command of the node, as at boot. */
    void start(String host) throws IOException {
        Files.createDirectories(folder.resolve(host).resolve("var/lib").resolve(unit.service("StateDirectory")));
        running.put(host, ManagedNode.start(command("ExecStart", host), hosts.get(host), log(host)));
    }

    /** Runs the command after the start; its exit code. */
    int awaitStarted(String host) throws IOException, InterruptedException {
        return ManagedNode.run(
                command("ExecStartPost", host), hosts.get(host), log(host), unit.seconds("TimeoutStartSec"));
    }

    private Path log(String host) {
        return folder.resolve(host + ".log");
    }

    private List<String> command(String key, String host) {
        return unit.command(key, hosts.get(host)).stream()
                .map(word -> word.startsWith("/opt/")
                        ? folder + word
                        : word.startsWith("/") ? folder.resolve(host) + word : word)
                .toList();
    }

    @Override
    public void close() {
        running.values().forEach(ManagedNode::close);
    }
}
