// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.FreePorts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One server of Redis, as Debian has it, that writes nothing to disk. */
final class RedisDeployment extends Deployment {
    private final int port;
    private @Nullable KeptServer server;

    RedisDeployment(Place place) throws IOException {
        super(place);
        this.port = FreePorts.roster("redis", 1).members().get(0).port();
    }

    @Override
    void startServers() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1"));
        command.addAll(List.of(
                "--save", "", "--appendonly", "no", "--dir", place().folder().toString()));
        server = keep("redis", command);
        Ports.awaitOpen(port, Duration.ofSeconds(10));
    }

    @Override
    List<String> clientArguments(int index) {
        return List.of("--kind", "REDIS", "--number", "" + (index + 1), "--at", "127.0.0.1:" + port);
    }

    @Override
    List<Long> serverPids() {
        return server == null ? List.of() : List.of(server.pid());
    }

    @Override
    void killServer() {
        serverPids().forEach(Deployment::kill);
    }

    @Override
    void restoreServer() throws IOException, InterruptedException {
        closeServers();
        startServers();
    }

    @Override
    void closeServers() {
        if (server != null) {
            server.close();
        }
    }
}
