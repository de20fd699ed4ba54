package io.quorate.node.net;

import java.lang.System.Logger.Level;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Logs also when the process has no memory or descriptor left. Loggers need both: they format dates, for which Java reads a file the
 * first time, and a thread that reports a shortage must not die of it.
 */
public final class LastWords {
    static {
        TimeZone.getDefault(); // reads that file while it can be read
    }

    /** How often nothing could be said. */
    private static final AtomicInteger UNSAID = new AtomicInteger();

    private LastWords() {}

    /** Loads what the first words of this class need. */
    public static void prepare() {}

    /** Logs, or else writes to the standard error output, or else does nothing. Never throws. */
    public static void say(System.Logger log, Level level, String text, @Nullable Throwable failure) {
        try {
            log.log(level, text, failure);
        } catch (RuntimeException | Error noLog) {
            sayPlainly(text);
        }
    }

    private static void sayPlainly(String text) {
        try {
            System.err.println(text);
        } catch (RuntimeException | Error nothingWorks) {
            UNSAID.incrementAndGet(); // for whoever looks at the memory of the process
        }
    }
}
