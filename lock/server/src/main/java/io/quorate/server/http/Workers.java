// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A few threads for requests. A thread that waits for a client to send or to read is interrupted after a timeout: that closes the
 * connection, so slow clients do not block other clients. Only input and output are interrupted, never the work between: a thread that asks
 * for a lock may be writing to other nodes.
 */
public final class Workers implements Executor, AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private static final ThreadLocal<@Nullable Running> CURRENT = new ThreadLocal<>();

    private final ThreadPoolExecutor threads;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();
    private final long ioMaxNanos;
    private final long ioMaxWhenBusyNanos;

    /**
     * Without a thread yet.
     *
     * @param waitingMax how many tasks wait for a thread; more are rejected
     * @param ioMax how long a task may wait for its client
     * @param ioMaxWhenBusy how long while other tasks wait for a thread
     */
    public Workers(String name, int threadsMax, int waitingMax, Duration ioMax, Duration ioMaxWhenBusy) {
        this.ioMaxNanos = ioMax.toNanos();
        this.ioMaxWhenBusyNanos = ioMaxWhenBusy.toNanos();
        threads = new ThreadPoolExecutor(
                threadsMax, threadsMax, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waitingMax), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Throws {@code RejectedExecutionException} if too many tasks wait: the server then closes the connection. */
    @Override
    public void execute(Runnable task) {
        threads.execute(() -> run(task));
    }

    /** For tasks that begin with work. Those that {@link #execute} takes begin with input: the server reads a request. */
    public Executor forWork() {
        return task -> execute(() -> {
            beginWork();
            task.run();
        });
    }

    private void run(Runnable task) {
        Running current = new Running();
        running.add(current);
        CURRENT.set(current);
        try {
            task.run();
        } finally {
            CURRENT.remove();
            running.remove(current);
            current.beginWork();
        }
    }

    /** Input or output. */
    @FunctionalInterface
    interface Io<T> {
        T run() throws IOException;
    }

    /** From here to the end of the task only what {@link #io} runs is interrupted. */
    static void beginWork() {
        Running current = CURRENT.get();
        if (current != null) {
            current.beginWork();
        }
    }

    /** Runs input or output, which may be interrupted. */
    static <T> T io(Io<T> io) throws IOException {
        Running current = CURRENT.get();
        if (current == null) {
            return io.run();
        }
        current.beginIo();
        try {
            return io.run();
        } finally {
            current.beginWork();
        }
    }

    /** Interrupts tasks that wait for their clients for too long. To be called several times a second. */
    public void look() {
        long max = threads.getQueue().isEmpty() ? ioMaxNanos : ioMaxWhenBusyNanos;
        long now = System.nanoTime();
        running.forEach(each -> each.interruptIfSince(now, max));
    }

    /** Whether nothing runs, and nothing waits for a thread. */
    public boolean isIdle() {
        return running.isEmpty() && threads.getQueue().isEmpty();
    }

    @Override
    public void close() {
        threads.shutdown();
    }

    private static final class Running {
        private final Thread thread = Thread.currentThread();
        private long ioSince = System.nanoTime();
        private boolean isIo = true;

        synchronized void beginIo() {
            ioSince = System.nanoTime();
            isIo = true;
        }

        synchronized void beginWork() {
            isIo = false;
            Thread.interrupted(); // what was meant for the input or output before
        }

        synchronized void interruptIfSince(long now, long max) {
            if (isIo && now - ioSince > max) {
                thread.interrupt();
            }
        }
    }
}
