// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.watch;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Something to say when the process may have no memory or descriptor left. Loggers need both: they format dates, for which Java reads
 * a file the first time, and a thread that reports a shortage must not die of it. So the text is made while there is memory, and
 * if the log cannot take it, its bytes go to the standard error output as they are.
 */
public final class LastWords {
    static {
        Objects.requireNonNull(ZoneId.systemDefault().getRules()); // reads that file while it can be read
    }

    private static final FileOutputStream ERROR_OUTPUT = new FileOutputStream(FileDescriptor.err);

    /** How often nothing could be said. */
    private static final AtomicInteger UNSAID = new AtomicInteger();

    private final String text;
    private final byte[] line;

    /** The event that is logged with them; null if they are only the reason of something else. */
    private final @Nullable LogEvent event;

    private final Object[] values;

    private LastWords(String text, @Nullable LogEvent event, Object... values) {
        this.text = text;
        this.event = event;
        this.values = values;
        this.line = ("Quorate: " + text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    }

    /** Prepares a reason. */
    public static LastWords of(String text) {
        return new LastWords(text, null);
    }

    /** Prepares a message of its own, without values. */
    public static LastWords of(LogEvent event) {
        return new LastWords(event.textOf(Map.of()), event);
    }

    /** Prepares a message of its own with one value. */
    public static LastWords of(LogEvent event, String value) {
        return new LastWords(event.textOf(Map.of(event.names().get(0), value)), event, value);
    }

    public String text() {
        return text;
    }

    /** Logs their event, or else writes them to the standard error output, or else does nothing. Needs no memory, never throws. */
    public void say(EventLog log, @Nullable Throwable failure) {
        try {
            log.sayWith(Objects.requireNonNull(event, text), failure, values);
        } catch (RuntimeException | Error noLog) {
            sayPlainly();
        }
    }

    /** The same as the last value of this event, behind another one. */
    public void sayAs(EventLog log, LogEvent as, String before, @Nullable Throwable failure) {
        try {
            log.sayWith(as, failure, before, text);
        } catch (RuntimeException | Error noLog) {
            sayPlainly();
        }
    }

    private void sayPlainly() {
        try {
            ERROR_OUTPUT.write(line, 0, line.length);
        } catch (IOException | RuntimeException | Error nothingWorks) {
            UNSAID.incrementAndGet(); // for the reader of a heap dump
        }
    }
}
