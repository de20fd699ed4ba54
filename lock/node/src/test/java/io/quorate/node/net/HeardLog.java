// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.node.log.EventLog;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Keeps what a class logs while a test runs, without the ids of the messages. */
public final class HeardLog implements AutoCloseable {
    private static final String ID = "^QUO-\\d{4} ";

    private final List<Line> heard = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final @Nullable Level levelBefore;
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            EventLog.Entry event = EventLog.current();
            heard.add(new Line(
                    event == null ? "" : event.event().id(),
                    entry.getMessage().replaceFirst(ID, ""),
                    entry.getThrown()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** One message. */
    public record Line(String id, String text, @Nullable Throwable thrown) {}

    public HeardLog(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        levelBefore = logger.getLevel();
        logger.setLevel(Level.INFO); // as in a service; tests print warnings only
        logger.addHandler(handler);
    }

    /** What was said so far. */
    public List<String> lines() {
        return heard.stream().map(Line::text).toList();
    }

    /** The ids of what was said so far. */
    public List<String> ids() {
        return heard.stream().map(Line::id).toList();
    }

    /** What was said so far with this id. */
    public List<Line> with(String id) {
        return heard.stream().filter(line -> Objects.equals(line.id(), id)).toList();
    }

    /** Waits for a line that matches. */
    public void await(String pattern) {
        Awaitility.await(pattern)
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> heard.stream().anyMatch(line -> line.text().matches(pattern)));
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setLevel(levelBefore);
    }
}
