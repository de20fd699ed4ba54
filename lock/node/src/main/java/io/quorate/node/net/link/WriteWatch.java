package io.quorate.node.net.link;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.ThreadEnd;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends connections in which a write waits for the peer. The window keeps that from happening, unless a peer confirms what it has not
 * read; then whoever sends to it would wait for ever, the timekeeper with its beats too. So this has a thread of its own.
 */
final class WriteWatch {
    /** A write that is under way at so many looks in a row is stuck. Counted, so that a process that was stopped is not wrong. */
    private static final int LOOKS = 4;

    /** So often in the time after which a silent peer is given up; others are not to be silent meanwhile. */
    private static final int LOOKS_IN_SILENCE = 8;

    private final Collection<PeerConnection> connections;
    private final long pauseNanos;
    private final LinkSupervisor events;
    private final Thread thread;
    private volatile boolean closed;

    WriteWatch(Collection<PeerConnection> connections, long silenceNanos, LinkSupervisor events, String name) {
        this.connections = connections;
        this.pauseNanos = silenceNanos / LOOKS_IN_SILENCE;
        this.events = events;
        this.thread = new Thread(this::watch, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void watch() {
        while (!closed) {
            for (PeerConnection connection : connections) {
                if (connection.looksAtOneWrite() == LOOKS) {
                    events.malformed(
                            connection.remote(), new MalformedFrameException("it confirms what it does not read"));
                    connection.close();
                }
            }
            LockSupport.parkNanos(this, pauseNanos);
        }
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            ThreadEnd.await(thread);
        }
    }
}
