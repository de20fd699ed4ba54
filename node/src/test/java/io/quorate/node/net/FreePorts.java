package io.quorate.node.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Rosters on ports of the loopback that nobody had a moment ago. */
public final class FreePorts {
    private FreePorts() {}

    public static Roster roster(String cluster, int size) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            sockets.add(socket); // all are open until all are known, so that no two are the same
            ports.add(socket.getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return rosterOf(cluster, ports);
    }

    /** Members a, b, ... at these ports. */
    static Roster rosterOf(String cluster, List<Integer> ports) {
        List<Roster.Member> members = new ArrayList<>();
        for (int index = 0; index < ports.size(); index++) {
            members.add(new Roster.Member(String.valueOf((char) ('a' + index)), "127.0.0.1", ports.get(index)));
        }
        return new Roster(cluster, members);
    }

    public static int one() throws IOException {
        return roster("any", 1).members().get(0).port();
    }
}
