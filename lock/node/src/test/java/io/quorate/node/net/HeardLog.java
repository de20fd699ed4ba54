package io.quorate.node.net;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.awaitility.Awaitility;

/** Keeps what a class logs while a test runs. */
public final class HeardLog implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            lines.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public HeardLog(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        logger.addHandler(handler);
    }

    /** What was said so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Waits for a line that matches. */
    public void await(String pattern) {
        Awaitility.await(pattern)
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> lines.stream().anyMatch(line -> line.matches(pattern)));
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
