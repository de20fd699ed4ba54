// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An ensemble of three servers of ZooKeeper. */
final class ZooKeeperDeployment extends Deployment {
    private static final int SERVERS = 3;

    /** A session cannot be shorter than two ticks; with the usual 2 s none of 2 s would be allowed. */
    private static final int TICK_MILLIS = 500;

    private final boolean waitsForDisk;

    /** First the ports for clients, then those for followers, then those for elections. */
    private final List<Integer> ports;

    private final List<ChildProcess> servers = new ArrayList<>();
    private int killed = -1;

    ZooKeeperDeployment(Place place, boolean waitsForDisk) throws IOException {
        super(place);
        this.waitsForDisk = waitsForDisk;
        this.ports = FreePorts.roster("zookeeper", 3 * SERVERS).members().stream()
                .map(Roster.Member::port)
                .toList();
    }

    @Override
    void startServers() throws IOException, InterruptedException {
        for (int index = 0; index < SERVERS; index++) {
            Path data = Files.createDirectories(place().folder().resolve("data" + index));
            Files.writeString(data.resolve("myid"), "" + (index + 1));
            Files.writeString(config(index), configText(index, data));
            servers.add(startServer(index));
        }
        awaitQuorum();
    }

    private Path config(int index) {
        return place().folder().resolve("server" + index + ".cfg");
    }

    private String configText(int index, Path data) {
        String members = IntStream.range(0, SERVERS)
                .mapToObj(each -> "server." + (each + 1) + "=127.0.0.1:" + ports.get(SERVERS + each) + ":"
                        + ports.get(2 * SERVERS + each))
                .collect(Collectors.joining("\n"));
        return String.join(
                "\n",
                "tickTime=" + TICK_MILLIS,
                "initLimit=40",
                "syncLimit=20",
                "dataDir=" + data,
                "clientPort=" + ports.get(index),
                "clientPortAddress=127.0.0.1",
                "maxClientCnxns=0",
                "admin.enableServer=false",
                "forceSync=" + (waitsForDisk ? "yes" : "no"),
                members,
                "");
    }

    private ChildProcess startServer(int index) throws IOException {
        List<String> arguments =
                List.of("zookeeper-server", "--config", config(index).toString());
        return start("server" + (index + 1), place().java("-Xmx512m"), arguments);
    }

    private void awaitQuorum() throws InterruptedException, IOException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        for (int index = 0; index < SERVERS; index++) {
            while (mode(index).isEmpty()) {
                ChildProcess server = servers.get(index);
                boolean isAlive = ProcessHandle.of(server.pid()).isPresent();
                if (!isAlive || System.nanoTime() - end > 0) {
                    throw new IOException("A server of ZooKeeper "
                            + (isAlive ? "found no others within " + TIMEOUT.toSeconds() + " s" : "ended")
                            + ". Its log:\n" + server.logText());
                }
                Thread.sleep(50);
            }
        }
    }

    /** Leader or follower; empty if it serves nobody. */
    private String mode(int index) {
        return Ports.ask(ports.get(index), "srvr")
                .lines()
                .filter(line -> line.startsWith("Mode: "))
                .map(line -> line.substring("Mode: ".length()))
                .findFirst()
                .orElse("");
    }

    @Override
    List<String> clientArguments(int index) {
        String addresses = ports.subList(0, SERVERS).stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(","));
        return List.of("--kind", "ZOOKEEPER", "--number", "" + (index + 1), "--at", addresses);
    }

    @Override
    List<Long> serverPids() {
        return servers.stream().map(ChildProcess::pid).toList();
    }

    /** The leader: the others must elect a new one. */
    @Override
    void killServer() throws IOException {
        killed = IntStream.range(0, SERVERS)
                .filter(index -> mode(index).equals("leader"))
                .findFirst()
                .orElseThrow(() -> new IOException("No server of ZooKeeper says that it leads."));
        kill(servers.get(killed));
    }

    @Override
    void restoreServer() throws IOException, InterruptedException {
        servers.get(killed).close();
        servers.set(killed, startServer(killed));
        awaitQuorum();
    }

    @Override
    void closeServers() {
        end(servers);
    }
}
