// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.CommandRun;
import io.quorate.cli.QuorateCli;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Real processes of {@code quorate node} whose roster changes by the commands of an operator. */
final class RosterCluster implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int NODES_MAX = 9; // in the order of their ids
    private static final List<String> COMMAND = ChildProcess.javaCommand(
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx96m"), QuorateCli.class);

    private final Path folder;
    private final Duration lease;
    private final Roster all;
    private final Map<String, ChildProcess> nodes = new LinkedHashMap<>();
    private final List<ChildProcess> started = new ArrayList<>();
    private final String beginning;

    /** The first so many of n1, n2, ... begin a cluster. */
    RosterCluster(Path folder, Duration lease, int size) throws Exception {
        this.folder = folder;
        this.lease = lease;
        this.all = FreePorts.roster("quorate", NODES_MAX);
        this.beginning =
                all.members().stream().limit(size).map(Roster.Member::toString).collect(Collectors.joining(","));
        for (int number = 1; number <= size; number++) {
            begin("n" + number);
        }
        awaitReady(beginning);
    }

    String member(String id) {
        return all.member(all.node(id)).toString();
    }

    String address(String id) {
        return all.member(all.node(id)).address();
    }

    Path data(String id) {
        return folder.resolve(id);
    }

    /** Starts a node with the list that the cluster began with. */
    ChildProcess begin(String id) throws IOException {
        return start(id, "--roster", beginning, "--lease", lease.toMillis() + "ms", "--data", data(id).toString());
    }

    /** Starts a node that waits to be named, or has been. */
    ChildProcess join(String id, String contact) throws IOException {
        return start(id, "--join", address(contact), "--data", data(id).toString());
    }

    ChildProcess start(String id, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("node", "--id", id));
        arguments.addAll(List.of(options));
        ChildProcess node =
                ChildProcess.start(id, COMMAND, arguments, folder.resolve(id + "-" + (started.size() + 1) + ".err"));
        nodes.put(id, node);
        started.add(node);
        return node;
    }

    ChildProcess node(String id) {
        return nodes.get(id);
    }

    void kill(String id) throws InterruptedException {
        nodes.remove(id).kill();
    }

    /** Returns when these members are ready. */
    static void awaitReady(String members) {
        CommandRun health = CommandRun.of("health", "--roster", members, "--wait", "2m", "--timeout", "10s");
        assertThat(health.exitCode()).as(health.out() + health.err()).isZero();
    }

    /** {@code quorate roster ...}, asked of this node. */
    CommandRun roster(String by, String... arguments) {
        List<String> command = new ArrayList<>(List.of("roster"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--roster", address(by), "--timeout", "20s"));
        return CommandRun.of(command.toArray(String[]::new));
    }

    /** The same, again while a newcomer has not announced itself; it must come to an end. */
    void change(String by, String... arguments) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        CommandRun run = roster(by, arguments);
        while (run.exitCode() != 0 && run.err().contains("is not there") && System.nanoTime() < end) {
            run = roster(by, arguments);
        }
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    int configuration(String by) {
        CommandRun run = roster(by, "show", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json().get("configuration").getAsInt();
    }

    /** A guest that was given only where some members are. */
    Locks guest(String name, String... contacts) {
        List<String> addresses = new ArrayList<>();
        for (String contact : contacts) {
            addresses.add(address(contact));
        }
        return Locks.join(
                LocksConfig.contacts(addresses).guest(name).joinTimeout(TIMEOUT).shutdownHook(false));
    }

    @Override
    public void close() {
        started.forEach(ChildProcess::close);
    }
}
