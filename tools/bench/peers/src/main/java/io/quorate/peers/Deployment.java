// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A contestant that runs: its servers, if it has any, and three clients, each a process of its own as the replicas of a
 * service are. Everything listens on loopback only, and ends with this.
 */
abstract class Deployment implements AutoCloseable {
    static final int CLIENTS = 3;

    static final Duration TIMEOUT = Duration.ofSeconds(90);

    private final Place place;
    private final List<ChildProcess> clients = new ArrayList<>();
    private String settings = "";

    Deployment(Place place) {
        this.place = place;
    }

    /**
     * Where and how to run.
     *
     * @param folder for logs and data
     * @param prefix what every command starts with, as for taskset; may be empty
     * @param lease after how long a lock of a dead client is free; zero for what is usual
     */
    record Place(Path folder, List<String> prefix, Duration lease) {
        Place below(String name) {
            return new Place(folder.resolve(name), prefix, lease);
        }

        Place withLease(Duration time) {
            return new Place(folder, prefix, time);
        }

        /** This program once more. */
        List<String> java(String... options) {
            List<String> command = new ArrayList<>(prefix);
            command.addAll(ChildProcess.javaCommand(List.of(options), CompareCommand.class));
            return command;
        }
    }

    /** Starts servers and clients, and waits until every client is ready. */
    static Deployment start(Contestant contestant, Place place) throws IOException, InterruptedException {
        Files.createDirectories(place.folder());
        Deployment deployment = switch (contestant) {
            case CENTRAL -> QuorateDeployment.central(place);
            case QUORATE_3 -> QuorateDeployment.quorumLock(place, 3, "majority");
            case QUORATE_7 -> QuorateDeployment.quorumLock(place, 7, "majority");
            case QUORATE_7_PLANE -> QuorateDeployment.quorumLock(place, 7, "plane");
            case REDIS -> new RedisDeployment(place);
            case ZOOKEEPER -> new ZooKeeperDeployment(place, true);
            case ZOOKEEPER_NO_FSYNC -> new ZooKeeperDeployment(place, false);
            case ETCD -> new EtcdDeployment(place);
            case HAZELCAST -> new HazelcastDeployment(place);
        };
        try {
            deployment.startServers();
            for (int index = 0; index < CLIENTS; index++) {
                deployment.clients.add(deployment.startClient(index));
            }
            for (ChildProcess client : deployment.clients) {
                deployment.settings = client.await("ready", TIMEOUT);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            deployment.close();
            throw e;
        }
        return deployment;
    }

    abstract void startServers() throws IOException, InterruptedException;

    /** How a client finds its servers, or the other nodes. */
    abstract List<String> clientArguments(int index);

    /** The processes of servers and voters that are no clients. */
    abstract List<Long> serverPids();

    /** Kills, as by {@code kill -9}, the server or voter that the first two clients need most. */
    abstract void killServer() throws IOException, InterruptedException;

    abstract void restoreServer() throws IOException, InterruptedException;

    abstract void closeServers();

    private ChildProcess startClient(int index) throws IOException {
        return startClient("client" + (index + 1), clientArguments(index));
    }

    final ChildProcess startClient(String name, List<String> itsArguments) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("client", "--lease-millis", "" + place.lease().toMillis()));
        arguments.addAll(List.of("--page", place.folder().resolve("page").toString()));
        arguments.addAll(itsArguments);
        return start(name, place.java("-Xmx256m"), arguments);
    }

    final ChildProcess start(String name, List<String> command, List<String> arguments) throws IOException {
        return ChildProcess.start(name, command, arguments, log(name));
    }

    /** Starts a server that is no program of ours. */
    final KeptServer keep(String name, List<String> server) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(place.prefix());
        command.addAll(server);
        return KeptServer.of(start(name, KeptServer.command(command), List.of()));
    }

    private Path log(String name) {
        Path log = place.folder().resolve(name + ".log");
        for (int again = 2; Files.exists(log); again++) {
            log = place.folder().resolve(name + "." + again + ".log");
        }
        return log;
    }

    final Place place() {
        return place;
    }

    final ChildProcess client(int index) {
        return clients.get(index);
    }

    /** The clients' description of themselves. */
    final String settings() {
        return settings;
    }

    /** All processes of this contestant: what they use together is what its locks cost. */
    final List<Long> pids() {
        List<Long> pids = new ArrayList<>(serverPids());
        clients.forEach(client -> pids.add(client.pid()));
        return pids;
    }

    /** As {@code kill -9}. */
    final void killClient(int index) {
        kill(client(index));
    }

    final void restoreClient(int index) throws IOException, InterruptedException {
        client(index).close();
        clients.set(index, startClient(index));
        client(index).await("ready", TIMEOUT);
    }

    static void kill(ChildProcess child) {
        kill(child.pid());
    }

    static void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    static void end(List<ChildProcess> children) {
        children.forEach(Deployment::kill);
        children.forEach(ChildProcess::close);
    }

    @Override
    public final void close() {
        end(clients);
        closeServers();
    }
}
