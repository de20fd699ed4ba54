package io.quorate.node.watch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Something to say when the process may have no memory or descriptor left. Loggers need both: they format dates, for which Java reads
 * a file the first time, and a thread that reports a shortage must not die of it. So the text is made while there is memory, and
 * if the log cannot take it, its bytes go to the standard error output as they are.
 */
public final class LastWords {
    static {
        TimeZone.getDefault(); // reads that file while it can be read
    }

    private static final FileOutputStream ERROR_OUTPUT = new FileOutputStream(FileDescriptor.err);

    /** How often nothing could be said. */
    private static final AtomicInteger UNSAID = new AtomicInteger();

    private final String text;
    private final byte[] line;

    private LastWords(String text) {
        this.text = text;
        this.line = ("Quorate: " + text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    }

    /** Prepares them. */
    public static LastWords of(String text) {
        return new LastWords(text);
    }

    public String text() {
        return text;
    }

    /** Logs them, or else writes them to the standard error output, or else does nothing. Needs no memory, and never throws. */
    public void say(System.Logger log, Level level, @Nullable Throwable failure) {
        try {
            log.log(level, text, failure);
        } catch (RuntimeException | Error noLog) {
            sayPlainly();
        }
    }

    /** The same between these words, if there is memory for that. */
    public void say(System.Logger log, Level level, String before, String after, @Nullable Throwable failure) {
        try {
            log.log(level, before + text + after, failure);
        } catch (RuntimeException | Error noLog) {
            sayPlainly();
        }
    }

    private void sayPlainly() {
        try {
            ERROR_OUTPUT.write(line, 0, line.length);
        } catch (IOException | RuntimeException | Error nothingWorks) {
            UNSAID.incrementAndGet(); // for whoever looks at the memory of the process
        }
    }
}
