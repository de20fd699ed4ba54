// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One server of Redis, as Debian has it, that writes nothing to disk. */
final class RedisDeployment extends Deployment {
    /** Runs the server, says its process id, and ends it when the input ends: when we close it, or are gone. */
    private static final String KEEPER =
            "\"$@\" >/dev/null 2>&1 & server=$!; echo \"pid $server\"; cat >/dev/null; kill -9 $server";

    private final int port;
    private @Nullable ChildProcess keeper;
    private long serverPid;

    RedisDeployment(Place place) throws IOException {
        super(place);
        this.port = FreePorts.roster("redis", 1).members().get(0).port();
    }

    @Override
    void startServers() throws IOException, InterruptedException {
        List<String> server = new ArrayList<>(List.of("/bin/sh", "-c", KEEPER, "redis-keeper"));
        server.addAll(place().prefix());
        server.addAll(List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1"));
        server.addAll(List.of(
                "--save", "", "--appendonly", "no", "--dir", place().folder().toString()));
        ChildProcess started = start("redis", server, List.of());
        keeper = started;
        serverPid = Long.parseLong(started.await("pid", Duration.ofSeconds(10)));
        Ports.awaitOpen(port, Duration.ofSeconds(10));
    }

    @Override
    List<String> clientArguments(int index) {
        return List.of("--kind", "REDIS", "--number", "" + (index + 1), "--at", "127.0.0.1:" + port);
    }

    @Override
    List<Long> serverPids() {
        return List.of(serverPid);
    }

    @Override
    void killServer() {
        kill(serverPid);
    }

    @Override
    void restoreServer() throws IOException, InterruptedException {
        closeServers();
        startServers();
    }

    @Override
    void closeServers() {
        if (keeper != null) {
            keeper.close();
        }
    }
}
