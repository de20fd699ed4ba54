// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.journal;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.watch.LastWords;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines of a journal, one at a time and in order, on a thread of its own: a log that blocks stops neither turns nor timers nor
 * the application. The thread starts with the first line and ends when there is none left.
 */
final class JournalWriter implements Executor {
    private static final EventLog LOG = EventLog.of(JournalWriter.class);

    private static final LastWords NOT_WRITTEN = LastWords.of(LogEvent.JOURNAL_NOT_WRITTEN);

    /** Maximum number of lines that wait for the log; further lines are counted only. */
    static final int QUEUED_MAX = 1_000;

    /** Maximum time that the end of the node waits for the log. */
    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final String threadName;

    /** Lines that wait. Guarded by this object, as are the next four. */
    private final Queue<Runnable> lines = new ArrayDeque<>();

    /** A thread writes, or is about to. */
    private boolean writing;

    /** How many lines were dropped and not told of yet. */
    private long dropped;

    /** Why lines have waited for a thread; null if they have not, or it was said. */
    private @Nullable Throwable noThread;

    private boolean closed;

    JournalWriter(String threadName) {
        this.threadName = threadName;
    }

    /** Has the line written soon, and returns at once. Throws only if memory has run out, and then drops the line. */
    @Override
    public synchronized void execute(Runnable line) {
        if (lines.size() < QUEUED_MAX) {
            lines.add(line);
        } else {
            dropped++;
        }
        goOn();
    }

    /** Starts a thread if lines wait for one. To be called now and then: the system may have had none before. */
    synchronized void goOn() {
        if (writing || lines.isEmpty()) {
            return;
        }
        try {
            Thread thread = new Thread(this::writeAll, threadName);
            thread.setDaemon(true);
            thread.start();
            writing = true; // before the thread looks, for this object is locked
        } catch (OutOfMemoryError none) {
            noThread = none; // the lines wait, and the first thread that can be started says why
        }
    }

    private void writeAll() {
        for (Runnable line = next(); line != null; line = next()) {
            try {
                line.run();
            } catch (RuntimeException | Error noLog) {
                NOT_WRITTEN.say(LOG, noLog);
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Throwable late = noThread;
        if (late != null) {
            noThread = null;
            return () -> NOT_WRITTEN.say(LOG, late);
        }
        Runnable line = lines.poll();
        if (line != null) {
            return line;
        }
        if (dropped > 0) {
            String what = dropped + " lines of the journal were dropped, because the log was too slow for them";
            dropped = 0;
            return () -> NOT_WRITTEN.say(LOG, new IllegalStateException(what));
        }
        writing = false;
        notifyAll();
        return null;
    }

    /** Waits a moment until all lines are written; only once, and not longer for a log that is stuck. */
    synchronized void close() {
        long end = System.nanoTime() + CLOSE_NANOS;
        try {
            for (long left = CLOSE_NANOS; writing && !closed && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
        closed = true;
    }
}
