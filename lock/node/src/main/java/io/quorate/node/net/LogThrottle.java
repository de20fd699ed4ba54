package io.quorate.node.net;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps the log readable: nodes that refuse each other try again every second or two, and both say why each time, in two orders
 * of words. Each text is worth a line now and then, not each time.
 */
public final class LogThrottle {
    static final Duration SAY_AGAIN_AFTER = Duration.ofMinutes(1);

    /** Texts come from outside too: no more of them are remembered. */
    static final int TEXTS_MAX = 100;

    private final Map<String, Long> saidAt = new LinkedHashMap<>();

    /** Whether the text should be said now, at this time in nanoseconds; if so, it counts as said. */
    public synchronized boolean isWorthSaying(String text, long now) {
        Long before = saidAt.get(text);
        if (before != null && now - before < SAY_AGAIN_AFTER.toNanos()) {
            return false;
        }
        if (before == null && saidAt.size() == TEXTS_MAX) {
            saidAt.remove(saidAt.keySet().iterator().next());
        }
        saidAt.put(text, now);
        return true;
    }
}
