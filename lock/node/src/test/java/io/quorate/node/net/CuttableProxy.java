// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between two nodes on the loopback, passes bytes on, and breaks all connections when told to. */
final class CuttableProxy implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int targetPort;

    CuttableProxy(int targetPort) throws IOException {
        this.targetPort = targetPort;
        start(this::acceptAll);
    }

    int port() {
        return server.getLocalPort();
    }

    private void acceptAll() throws IOException {
        while (true) {
            Socket near = server.accept();
            sockets.add(near);
            try {
                Socket far = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                sockets.add(far);
                start(() -> near.getInputStream().transferTo(far.getOutputStream()));
                start(() -> far.getInputStream().transferTo(near.getOutputStream()));
            } catch (IOException nobodyThere) {
                near.close();
            }
        }
    }

    void cutAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        server.close();
        cutAll();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException cut) {
                return; // as it should be
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
