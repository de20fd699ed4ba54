// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import java.util.function.Supplier;

/**
 * Says on the error stream how far something is that takes long: on a terminal one line that changes, elsewhere a line now and
 * then. Nothing is said in the first second.
 */
public final class Progress implements AutoCloseable {
    private static final long SECOND = 1_000_000_000;
    private static final long QUIET_AT_FIRST = SECOND;
    private static final long BETWEEN_CHANGES = SECOND / 5;
    private static final long BETWEEN_LINES = 10 * SECOND;
    private static final String LINE_START = "\r\u001b[K";

    private final Console console;
    private final long startedAt = System.nanoTime();
    private volatile long nextAt = startedAt + QUIET_AT_FIRST;
    private boolean lineIsOpen;

    public Progress(Console console) {
        this.console = console;
    }

    /** To be called often, by any thread; the text is asked for only when it is shown. */
    public void update(Supplier<String> text) {
        long now = System.nanoTime();
        if (now - nextAt >= 0) {
            show(text, now);
        }
    }

    private synchronized void show(Supplier<String> text, long now) {
        if (now - nextAt < 0) {
            return; // another thread was quicker
        }
        if (console.errIsTerminal()) {
            console.err().print(LINE_START + text.get());
            console.err().flush();
            lineIsOpen = true;
            nextAt = now + BETWEEN_CHANGES;
        } else {
            console.err().println(text.get());
            nextAt = now + BETWEEN_LINES;
        }
    }

    /** The time since this began. */
    public double seconds() {
        return (System.nanoTime() - startedAt) / (double) SECOND;
    }

    /** Takes the changing line away. */
    @Override
    public synchronized void close() {
        if (lineIsOpen) {
            console.err().print(LINE_START);
            console.err().flush();
            lineIsOpen = false;
        }
    }
}
