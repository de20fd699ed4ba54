package io.quorate.node.net.tcp;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.ThreadEnd;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PeerConnection;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.util.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Makes the threads of JGroups' connections: named after us, and each reading thread tied to its {@link PeerConnection}. */
final class ConnectionThreads implements ThreadFactory {
    /** Whose reading thread is being made on the present thread. */
    private static final ThreadLocal<@Nullable PeerConnection> STARTING = new ThreadLocal<>();

    private final String prefix;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    ConnectionThreads(String prefix) {
        this.prefix = prefix;
    }

    /** Runs what makes the reading thread of this connection, on this thread. */
    void startReading(PeerConnection connection, Runnable start) {
        STARTING.set(connection);
        try {
            start.run();
        } finally {
            STARTING.remove();
        }
    }

    @Override
    public Thread newThread(Runnable work) {
        return newThread(work, "work");
    }

    @Override
    public Thread newThread(Runnable work, String name) {
        PeerConnection connection = STARTING.get();
        Thread thread = connection == null
                ? new Thread(() -> runAndForget(work), prefix + name)
                : new Reader(() -> runAndForget(work), prefix + "reader-" + connection.remote(), connection);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    private void runAndForget(Runnable work) {
        try {
            work.run();
        } finally {
            threads.remove(Thread.currentThread());
        }
    }

    /** Waits, for a bounded time each, until all have ended but the one that calls. */
    void awaitEnd() {
        for (Thread thread : threads) {
            if (thread != Thread.currentThread()) {
                ThreadEnd.await(thread);
            }
        }
    }

    @Override
    public boolean useVirtualThreads() {
        return false;
    }

    @Override
    public void setPattern(String pattern) {}

    @Override
    public void setIncludeClusterName(boolean include) {}

    @Override
    public void setClusterName(String name) {}

    @Override
    public void setAddress(String address) {}

    @Override
    public void renameThread(String name, Thread thread) {}

    /** Reads one connection. */
    static final class Reader extends Thread {
        final PeerConnection connection;
        private final Packet packet = new Packet();

        Reader(Runnable work, String name, PeerConnection connection) {
            super(work, name);
            this.connection = connection;
        }

        /** The next packet; valid until the next call. */
        Packet read(DataInput in, int length) throws IOException {
            if (length < Packet.HEADER_LENGTH || length > Packet.LENGTH_MAX) {
                throw new MalformedFrameException("a packet of " + length + " bytes; there are only such of "
                        + Packet.HEADER_LENGTH + " to " + Packet.LENGTH_MAX);
            }
            in.readFully(packet.bufferFor(length), 0, length);
            packet.check();
            return packet;
        }
    }
}
