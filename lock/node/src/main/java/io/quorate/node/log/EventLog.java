// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.log;

import io.quorate.api.text.Printable;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The log of one class: writes {@link LogEvent}s to the {@code System.Logger} of its name. Every value is made {@link Printable},
 * because names come from outside. A value costs nothing while its level is switched off.
 */
public final class EventLog {
    private static final ThreadLocal<@Nullable Entry> CURRENT = new ThreadLocal<>();

    static {
        // Loads what a message needs while files can be opened: the lack of descriptors is logged, too.
        Entry entry = entryOf(LogEvent.PEER_BACK, new Object[] {"peer"});
        CURRENT.set(entry);
        entry.event().textOf(entry.fields());
        CURRENT.remove();
    }

    private final System.Logger log;

    private EventLog(System.Logger log) {
        this.log = log;
    }

    public static EventLog of(Class<?> owner) {
        return new EventLog(System.getLogger(owner.getName()));
    }

    /** The line being written, with its values by name, in the order of the message. */
    public record Entry(LogEvent event, Map<String, String> fields) {}

    /** The line that this thread is writing; null if none. For handlers that format on the thread that logs. */
    public static @Nullable Entry current() {
        return CURRENT.get();
    }

    /** Writes the event with its values, one for each name in its message. */
    public void say(LogEvent event, @Nullable Object... values) {
        write(event, event.level(), null, values);
    }

    /** The same with what was thrown. */
    public void sayWith(LogEvent event, @Nullable Throwable failure, @Nullable Object... values) {
        write(event, event.level(), failure, values);
    }

    /** The same at its level, or at DEBUG if that is not worth it: because it was said a moment ago, for example. */
    public void sayIf(boolean isWorthIt, LogEvent event, @Nullable Object... values) {
        write(event, isWorthIt ? event.level() : Level.DEBUG, null, values);
    }

    private void write(LogEvent event, Level level, @Nullable Throwable failure, @Nullable Object[] values) {
        if (!log.isLoggable(level)) {
            return;
        }
        Entry entry = entryOf(event, values);
        CURRENT.set(entry);
        try {
            // Without parameters, so that nobody reads a pattern into what a name contains.
            log.log(level, event.textOf(entry.fields()), failure);
        } finally {
            CURRENT.remove();
        }
    }

    private static Entry entryOf(LogEvent event, @Nullable Object[] values) {
        List<String> names = event.names();
        if (names.size() != values.length) {
            throw new IllegalArgumentException(event + " has the values " + names + ", but was given " + values.length);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (int index = 0; index < values.length; index++) {
            fields.put(names.get(index), Printable.of(String.valueOf(values[index])));
        }
        return new Entry(event, fields);
    }
}
