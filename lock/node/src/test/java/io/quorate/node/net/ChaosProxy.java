// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands before a node on the loopback and mistreats the connections that go through it: it delays what passes, tears
 * connections in the middle of a packet, with and without a word, closes one direction only, and falls silent.
 */
public final class ChaosProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 4096;
    private static final int SILENCE_MILLIS_MAX = 1500;
    private static final int DELAY_MICROS_MAX = 3000;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong faults = new AtomicLong();
    private final int targetPort;
    private final SplittableRandom random;

    /** One in so many pieces that pass meets a fault; none while it is 0. */
    private volatile int faultEvery;

    public ChaosProxy(int targetPort, long seed) throws IOException {
        this.targetPort = targetPort;
        this.random = new SplittableRandom(seed);
        start(this::acceptAll);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** From now on one in so many pieces meets a fault; with 0, none. */
    public void faultEvery(int pieces) {
        faultEvery = pieces;
    }

    /** How many connections were mistreated. */
    public long faults() {
        return faults.get();
    }

    private synchronized int draw(int bound) {
        return random.nextInt(bound);
    }

    private void acceptAll() throws IOException {
        while (true) {
            Socket near = server.accept();
            near.setTcpNoDelay(true);
            sockets.add(near);
            try {
                Socket far = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                far.setTcpNoDelay(true);
                sockets.add(far);
                start(() -> pass(near, far));
                start(() -> pass(far, near));
            } catch (IOException nobodyThere) {
                near.close();
            }
        }
    }

    private void pass(Socket from, Socket to) throws IOException {
        try {
            byte[] buffer = new byte[BUFFER_BYTES];
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                int every = faultEvery;
                if (every > 0 && draw(every) == 0) {
                    faults.incrementAndGet();
                    fault(from, to, buffer, read);
                    return;
                }
                if (every > 0 && draw(8) == 0) {
                    LockSupport.parkNanos(1000L * draw(DELAY_MICROS_MAX));
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        } finally {
            close(from);
            close(to);
        }
    }

    private void fault(Socket from, Socket to, byte[] buffer, int read) throws IOException {
        to.getOutputStream().write(buffer, 0, draw(read + 1)); // the rest is lost
        switch (draw(4)) {
            case 0 -> from.setSoLinger(true, 0); // and the end comes as a reset, which may overtake what was sent
            case 1 -> to.setSoLinger(true, 0);
            case 2 -> {
                to.shutdownOutput(); // the other direction still works for a while
                LockSupport.parkNanos(1_000_000L * draw(SILENCE_MILLIS_MAX));
            }
            default -> LockSupport.parkNanos(1_000_000L * draw(SILENCE_MILLIS_MAX)); // silence in this direction
        }
    }

    private void close(Socket socket) throws IOException {
        sockets.remove(socket);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            close(socket);
        }
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
