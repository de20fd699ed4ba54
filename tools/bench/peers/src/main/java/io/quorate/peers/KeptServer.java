// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.ChildProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server from a package of the system, which knows nothing of us, and yet ends with us. */
final class KeptServer implements AutoCloseable {
    /** Runs the server, says its process id, and kills it when the input ends: when we close it, or are gone. */
    private static final String KEEPER =
            "\"$@\" </dev/null >&2 & server=$!; echo \"pid $server\"; cat >/dev/null; kill -9 $server; wait";

    private final ChildProcess keeper;
    private final long pid;
    private final Thread lastResort;

    private KeptServer(ChildProcess keeper, long pid) {
        this.keeper = keeper;
        this.pid = pid;
        // A shutdown kills the keeper, which then kills nobody.
        this.lastResort = new Thread(() -> Deployment.kill(pid), "end-of-kept-" + keeper.name());
        Runtime.getRuntime().addShutdownHook(lastResort);
    }

    /** Turns the command of a server into that of its keeper. */
    static List<String> command(List<String> server) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", KEEPER, "keeper"));
        command.addAll(server);
        return command;
    }

    /** Takes over a keeper that was just started. */
    static KeptServer of(ChildProcess keeper) throws InterruptedException {
        return new KeptServer(keeper, Long.parseLong(keeper.await("pid", Duration.ofSeconds(10))));
    }

    /** The process id of the server, not of its keeper. */
    long pid() {
        return pid;
    }

    String logText() {
        return keeper.logText();
    }

    @Override
    public void close() {
        keeper.close();
        try {
            Runtime.getRuntime().removeShutdownHook(lastResort);
        } catch (IllegalStateException shuttingDown) {
            Deployment.kill(pid);
        }
    }
}
