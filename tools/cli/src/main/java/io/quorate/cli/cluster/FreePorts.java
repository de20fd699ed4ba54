// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.node.net.Roster;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of this machine that nobody uses at this moment. They are below those that the system gives to connections, and each process
 * begins at another one: two processes that look for ports at the same time find different ones.
 */
public final class FreePorts {
    private static final int FIRST = 10_240;
    private static final int RANGE = 20_000;
    private static final int STRIDE = 101;

    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * STRIDE % RANGE));

    private FreePorts() {}

    /** Nodes n1, n2, ... on loopback, each with a port of its own. */
    public static Roster roster(String cluster, int nodes) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            List<Roster.Member> members = new ArrayList<>();
            for (int index = 0; index < nodes; index++) {
                // All stay open until the last is found, so that none comes twice.
                ServerSocket socket = next();
                sockets.add(socket);
                members.add(new Roster.Member("n" + (index + 1), "127.0.0.1", socket.getLocalPort()));
            }
            return new Roster(cluster, members);
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private static ServerSocket next() throws IOException {
        BindException last = new BindException();
        for (int tries = 0; tries < RANGE; tries++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), RANGE);
            try {
                return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
            } catch (BindException inUse) {
                last = inUse;
            }
        }
        throw new IOException("There is no free port from " + FIRST + " on: end other programs.", last);
    }
}
