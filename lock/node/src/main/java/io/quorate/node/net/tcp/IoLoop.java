// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tcp;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.ThreadEnd;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.watch.Pulse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One thread that reads from and writes to many sockets. It serves those that are ready and waits for none of them. */
final class IoLoop {
    private static final EventLog LOG = EventLog.of(IoLoop.class);

    private static final int READ_BYTES = 64 * 1024;

    /** A wake-up that gets lost costs no more than this. */
    private static final long SELECT_MILLIS = 500;

    /** TLS decrypts a record of 16 KB at most at once, and asks for some room beyond that. */
    private static final int PLAIN_BYTES = 36 * 1024;

    /** Buffers for received and decrypted bytes: shared by all connections of this loop, each of which uses them at once. */
    final ByteBuffer net = ByteBuffer.allocateDirect(READ_BYTES);

    final ByteBuffer plain = ByteBuffer.allocate(PLAIN_BYTES);

    private final Selector selector;
    private final Thread thread;

    /** Told if this loop cannot go on. */
    private final LinkSupervisor events;

    private final Pulse pulse;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    IoLoop(String name, LinkSupervisor events) throws IOException {
        this.events = events;
        this.pulse = new Pulse("the thread " + name);
        this.selector = Selector.open();
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        events.watch(pulse);
        thread.start();
    }

    /** Runs this on the thread of the loop, soon. */
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    /** The key of the wire in this loop; only on the thread of the loop. */
    SelectionKey register(TcpWire wire, int operations) throws IOException {
        return wire.channel().register(selector, operations, wire);
    }

    /** For tests. */
    Selector selector() {
        return selector;
    }

    /** Looks again for what is ready, because somebody wants something else. */
    void wakeup() {
        selector.wakeup();
    }

    private void run() {
        pulse.begin();
        try {
            while (!closed) {
                pulse.rest();
                selector.select(this::serve, SELECT_MILLIS);
                pulse.beat();
                runTasks();
            }
            pulse.end();
        } catch (IOException | RuntimeException | Error dead) {
            events.dead(pulse, dead);
        } finally {
            end();
        }
    }

    private void serve(SelectionKey key) {
        pulse.beat();
        ((TcpWire) key.attachment()).ready(key, this);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void end() {
        for (SelectionKey key : new ArrayList<>(selector.keys())) {
            ((TcpWire) key.attachment()).close();
        }
        try {
            selector.close();
        } catch (IOException broken) {
            LOG.sayWith(LogEvent.CLOSING_FAILED, broken);
        }
        runTasks();
    }

    void stop() {
        closed = true;
        selector.wakeup();
    }

    void awaitEnd() {
        if (Thread.currentThread() != thread) {
            ThreadEnd.await(thread);
        }
    }
}
