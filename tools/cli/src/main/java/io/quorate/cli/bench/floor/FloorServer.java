// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The floor: a lock server with one queue for each lock. One round trip acquires, a release is not answered. It has no leases,
 * no fences and no second copy, and forgets everything when it ends.
 */
final class FloorServer {
    static final int ACQUIRE = 1;
    static final int RELEASE = 2;
    static final int GRANTED = 3;

    private final ServerSocket server;

    /** Of each lock that is held: its holder, then those that wait, first come, first served. */
    private final Map<String, Queue<OutputStream>> queues = new HashMap<>();

    private FloorServer(ServerSocket server) {
        this.server = server;
    }

    /** Serves all who connect, until the socket is closed. */
    static void serveAll(ServerSocket server) {
        start("floor-accept", new FloorServer(server)::accept);
    }

    /** A part of the work, on a thread of its own. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException ended) {
                        System.err.println(name + " ends: " + ended);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket socket = server.accept();
            start("floor-serve", () -> serve(socket));
        }
    }

    private void serve(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        OutputStream out = socket.getOutputStream();
        for (int order = in.read(); order >= 0; order = in.read()) {
            String name = in.readUTF();
            OutputStream holder = order == ACQUIRE ? enter(name, out) : leave(name);
            if (holder != null) {
                holder.write(GRANTED);
            }
        }
    }

    private synchronized @Nullable OutputStream enter(String name, OutputStream client) {
        Queue<OutputStream> queue = queues.computeIfAbsent(name, key -> new ArrayDeque<>(2));
        queue.add(client);
        return queue.size() == 1 ? client : null;
    }

    private synchronized @Nullable OutputStream leave(String name) {
        Queue<OutputStream> queue = queues.get(name);
        if (queue == null) {
            return null;
        }
        queue.remove();
        if (queue.isEmpty()) {
            queues.remove(name);
        }
        return queue.peek();
    }
}
