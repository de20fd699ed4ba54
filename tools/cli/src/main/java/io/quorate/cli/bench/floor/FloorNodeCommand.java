// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.api.LocksConfig;
import io.quorate.cli.bench.load.LoadGenerator;
import io.quorate.cli.bench.load.LockClient;
import io.quorate.cli.bench.load.MemberLocks;
import io.quorate.cli.bench.load.SharedPage;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.console.Console;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One of the processes that {@code quorate bench floor} starts: does what its parent tells it. */
@Command(
        name = "floor-node",
        hidden = true,
        description = "One process of the benchmark; quorate bench floor starts it.",
        footer = "  quorate bench floor")
public final class FloorNodeCommand implements Callable<Integer> {
    static final String MEASURE = "measure";
    static final String TURNS = "turns";
    static final String CROWD = "crowd";
    static final String CROWD_MEASURE = "crowd-measure";

    /** The role of a process. */
    enum Role {
        FLOOR_SERVER,
        FLOOR_CLIENT,
        MEMBER,
        FLOOR_CROWD,
        GUEST_CROWD
    }

    private final Console console;

    @Option(names = "--role", required = true)
    private Role role = Role.MEMBER;

    /** From 1. */
    @Option(names = "--number", required = true)
    private int number;

    /** The members, or where the floor server listens. */
    @Option(names = "--at", required = true, split = ",")
    private List<String> addresses = List.of();

    /** See {@link Credentials#toWords}; empty for none. */
    @Option(names = "--tls")
    private List<Path> tls = List.of();

    @Option(names = "--page", required = true)
    private Path page = Path.of("");

    public FloorNodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        switch (role) {
            case FLOOR_SERVER -> {
                FloorServer.serveAll(listen());
                parent.tell("ready");
                parent.await(ParentProcess.END);
            }
            case FLOOR_CLIENT -> serve(parent, FloorLocks.of(connector()));
            case MEMBER -> {
                MemberLocks locks = MemberLocks.join(config().nodeId("n" + number));
                locks.awaitAll();
                serve(parent, locks);
            }
            case FLOOR_CROWD -> new Crowd(() -> FloorLocks.single(connector()), number).serve(parent);
            case GUEST_CROWD -> new Crowd(() -> MemberLocks.join(config().guest("guest")), number).serve(parent);
        }
        return 0;
    }

    private void serve(ParentProcess parent, LockClient locks) throws Exception {
        try (locks) {
            LoadGenerator load = new LoadGenerator(locks, SharedPage.open(page), number);
            parent.tell("ready");
            for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
                String[] words = line.split(" ");
                Workload workload = Workload.valueOf(words[1]);
                long amount = Long.parseLong(words[2]);
                parent.tell("measured "
                        + (words[0].equals(TURNS) ? load.turns(workload, amount) : load.run(workload, amount))
                                .toLine());
            }
        }
    }

    private LocksConfig config() {
        LocksConfig config = LocksConfig.of(addresses).cluster("floor");
        return tls.isEmpty() ? config : config.tls(Credentials.ofWords(tls).files());
    }

    private InetSocketAddress serverAddress() {
        String[] sides = addresses.get(0).split(":");
        return new InetSocketAddress(sides[0], Integer.parseInt(sides[1]));
    }

    private ServerSocket listen() throws IOException {
        SSLContext context = context();
        ServerSocket server = context == null
                ? new ServerSocket()
                : context.getServerSocketFactory().createServerSocket();
        if (server instanceof SSLServerSocket secure) {
            secure.setNeedClientAuth(true);
        }
        server.bind(serverAddress(), 1_024);
        return server;
    }

    private FloorLocks.Connector connector() throws IOException {
        SSLContext context = context();
        return () -> {
            Socket socket =
                    context == null ? new Socket() : context.getSocketFactory().createSocket();
            socket.connect(serverAddress());
            if (socket instanceof SSLSocket secure) {
                secure.startHandshake();
            }
            return socket;
        };
    }

    private @Nullable SSLContext context() throws IOException {
        return tls.isEmpty() ? null : Credentials.ofWords(tls).context();
    }
}
