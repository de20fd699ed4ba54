// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.load.LockClient;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Locks of a {@link FloorServer}: each thread has a connection of its own, writes to it and waits for the answer itself. */
final class FloorLocks implements LockClient {
    private final Connector connector;
    private final Queue<Socket> all = new ConcurrentLinkedQueue<>();
    private final Supplier<Socket> own;

    private FloorLocks(Connector connector, boolean forOneThread) {
        this.connector = connector;
        if (forOneThread) {
            Socket socket = connect();
            this.own = () -> socket;
        } else {
            this.own = ThreadLocal.withInitial(this::connect)::get;
        }
    }

    /** For any number of threads. */
    static FloorLocks of(Connector connector) {
        return new FloorLocks(connector, false);
    }

    /** One connection, for one thread at a time. */
    static FloorLocks single(Connector connector) {
        return new FloorLocks(connector, true);
    }

    /** Opens a connection to the server. */
    interface Connector {
        Socket connect() throws IOException;
    }

    private Socket connect() {
        try {
            Socket socket = connector.connect();
            socket.setTcpNoDelay(true);
            all.add(socket);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without a timeout: the server always answers, or the connection ends. */
    @Override
    public Held acquire(String name, Duration timeout) throws IOException {
        Socket socket = own.get();
        socket.getOutputStream().write(message(FloorServer.ACQUIRE, name));
        if (socket.getInputStream().read() != FloorServer.GRANTED) {
            throw new IOException("The floor server has gone.");
        }
        return () -> socket.getOutputStream().write(message(FloorServer.RELEASE, name));
    }

    private static byte[] message(int order, String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(32);
        bytes.write(order);
        new DataOutputStream(bytes).writeUTF(name);
        return bytes.toByteArray();
    }

    @Override
    public String settings() {
        return "java.net, one connection a thread";
    }

    @Override
    public void close() {
        for (Socket socket : all) {
            try {
                socket.close();
            } catch (IOException e) {
                System.err.println("A connection to the floor server did not close: " + e);
            }
        }
    }
}
