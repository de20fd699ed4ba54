// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import io.quorate.node.log.EventLog;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** Writes the log of this process as JSON, one object a line, in place of the handlers that were there before. */
public final class JsonLog implements AutoCloseable {
    private final PrintWriter out;
    private final Logger root = Logger.getLogger("");
    private final List<Handler> before = List.of(root.getHandlers());
    private final Handler handler = new Handler() {
        private final Formatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord entry) {
            if (isLoggable(entry)) {
                EventLog.Entry event = EventLog.current(); // it is formatted on the thread that logs
                write(new Line(
                        LogLine.time(entry.getInstant()),
                        LogLine.level(entry.getLevel()),
                        event == null ? null : event.event().id(),
                        String.valueOf(entry.getLoggerName()),
                        formatter.formatMessage(entry),
                        event == null ? Map.of() : event.fields(),
                        LogLine.stackTrace(entry.getThrown())));
            }
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            flush();
        }
    };

    /**
     * One message.
     *
     * @param id null if the message has none
     * @param fields the values in the message, by name
     * @param trace null without a failure
     */
    private record Line(
            String time,
            String level,
            @Nullable String id,
            String logger,
            String message,
            Map<String, String> fields,
            @Nullable String trace) {}

    public JsonLog(PrintWriter out) {
        this.out = out;
        before.forEach(root::removeHandler);
        root.addHandler(handler);
    }

    /** Writes a line of the program itself, which has no id. */
    public void say(String level, String logger, String message) {
        write(new Line(LogLine.time(Instant.now()), level, null, logger, message, Map.of(), null));
    }

    private void write(Line line) {
        out.println(Console.toJsonLine(line));
    }

    @Override
    public void close() {
        root.removeHandler(handler);
        before.forEach(root::addHandler);
    }
}
