// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Rosters on ports of the loopback that nobody had a moment ago. They lie below those that the system gives to outgoing
 * connections and to sockets that ask for any port, and no port comes twice: so nobody takes one before it is used.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int COUNT = 22_000;

    /** Processes that run side by side begin in different places. */
    private static final AtomicLong NEXT =
            new AtomicLong(ProcessHandle.current().pid() * 487);

    private FreePorts() {}

    public static Roster roster(String cluster, int size) throws IOException {
        List<Integer> ports = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            ports.add(one());
        }
        return rosterOf(cluster, ports);
    }

    public static int one() throws IOException {
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int port = FIRST + (int) (NEXT.getAndIncrement() % COUNT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // try the next
            }
        }
        throw new BindException("no port is free");
    }

    /** Members a, b, ... at these ports. */
    public static Roster rosterOf(String cluster, List<Integer> ports) {
        List<Roster.Member> members = new ArrayList<>();
        for (int index = 0; index < ports.size(); index++) {
            members.add(new Roster.Member(String.valueOf((char) ('a' + index)), "127.0.0.1", ports.get(index)));
        }
        return new Roster(cluster, members);
    }
}
