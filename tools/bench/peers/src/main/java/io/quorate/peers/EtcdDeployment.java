// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster of three members of etcd, as Debian has it, that write every change to disk. */
final class EtcdDeployment extends Deployment {
    private static final int MEMBERS = 3;

    /** First the ports for clients, then those for the other members. */
    private final List<Integer> ports;

    private final List<KeptServer> members = new ArrayList<>();
    private int killed = -1;

    EtcdDeployment(Place place) throws IOException {
        super(place);
        this.ports = FreePorts.roster("etcd", 2 * MEMBERS).members().stream()
                .map(Roster.Member::port)
                .toList();
    }

    @Override
    void startServers() throws IOException, InterruptedException {
        for (int index = 0; index < MEMBERS; index++) {
            members.add(startMember(index));
        }
        awaitQuorum();
    }

    private KeptServer startMember(int index) throws IOException, InterruptedException {
        String name = name(index);
        String cluster = IntStream.range(0, MEMBERS)
                .mapToObj(each -> name(each) + "=" + peerUrl(each))
                .collect(Collectors.joining(","));
        return keep(
                name,
                List.of(
                        "etcd",
                        "--name",
                        name,
                        "--data-dir",
                        place().folder().resolve("data" + index).toString(),
                        "--listen-client-urls",
                        clientUrl(index),
                        "--advertise-client-urls",
                        clientUrl(index),
                        "--listen-peer-urls",
                        peerUrl(index),
                        "--initial-advertise-peer-urls",
                        peerUrl(index),
                        "--initial-cluster",
                        cluster,
                        "--logger",
                        "zap",
                        "--log-level",
                        "warn"));
    }

    private static String name(int index) {
        return "etcd" + (index + 1);
    }

    private String clientUrl(int index) {
        return "http://127.0.0.1:" + ports.get(index);
    }

    private String peerUrl(int index) {
        return "http://127.0.0.1:" + ports.get(MEMBERS + index);
    }

    /** A member is healthy if it has a leader. */
    private void awaitQuorum() throws InterruptedException, IOException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        for (int index = 0; index < MEMBERS; index++) {
            while (!says(index, "/health", "{\"health\":\"true\"")) {
                if (System.nanoTime() - end > 0) {
                    throw new IOException("A member of etcd was not healthy within " + TIMEOUT.toSeconds()
                            + " s. Its log:\n" + members.get(index).logText());
                }
                Thread.sleep(50);
            }
        }
    }

    private boolean says(int index, String path, String beginningOfLine) {
        return Ports.ask(ports.get(index), "GET " + path + " HTTP/1.0\r\n\r\n")
                .lines()
                .anyMatch(line -> line.startsWith(beginningOfLine));
    }

    @Override
    List<String> clientArguments(int index) {
        String addresses = IntStream.range(0, MEMBERS).mapToObj(this::clientUrl).collect(Collectors.joining(","));
        return List.of("--kind", "ETCD", "--number", "" + (index + 1), "--at", addresses);
    }

    @Override
    List<Long> serverPids() {
        return members.stream().map(KeptServer::pid).toList();
    }

    /** The leader: the others must elect a new one. */
    @Override
    void killServer() throws IOException {
        killed = IntStream.range(0, MEMBERS)
                .filter(index -> says(index, "/metrics", "etcd_server_is_leader 1"))
                .findFirst()
                .orElseThrow(() -> new IOException("No member of etcd says that it leads."));
        kill(members.get(killed).pid());
    }

    @Override
    void restoreServer() throws IOException, InterruptedException {
        members.get(killed).close();
        members.set(killed, startMember(killed));
        awaitQuorum();
    }

    @Override
    void closeServers() {
        members.forEach(KeptServer::close);
    }
}
