// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import io.quorate.api.text.Printable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/** One message of the log as a line of text: date and time with the offset from UTC, level, words; then a stack trace if there is one. */
public final class LogLine extends Formatter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT);

    /** As in {@code 2026-11-18T05:40:12.345+00:00}. */
    public static String time(Instant instant) {
        return TIME.format(instant.atZone(ZoneId.systemDefault()));
    }

    /** As operators call it: DEBUG, INFO, WARNING or ERROR. */
    public static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WARNING";
        }
        return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    @Override
    public String format(LogRecord entry) {
        String trace = stackTrace(entry.getThrown());
        return time(entry.getInstant()) + "  " + level(entry.getLevel()) + ": " + Printable.of(formatMessage(entry))
                + System.lineSeparator() + (trace == null ? "" : Printable.lines(trace.replace("\t", "    ")));
    }

    /** Null without a failure. */
    static @Nullable String stackTrace(@Nullable Throwable failure) {
        if (failure == null) {
            return null;
        }
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
