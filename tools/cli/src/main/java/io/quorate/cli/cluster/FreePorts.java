// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.node.net.Roster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine that nobody uses at this moment. */
public final class FreePorts {
    private FreePorts() {}

    /** Nodes n1, n2, ... on loopback, each with a port of its own. */
    public static Roster roster(String cluster, int nodes) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            List<Roster.Member> members = new ArrayList<>();
            for (int index = 0; index < nodes; index++) {
                // All stay open until the last is found, so that none comes twice.
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
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
}
