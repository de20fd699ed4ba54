// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the log readable: nodes that refuse each other try again every second or two, and both say why each time, in two orders
 * of words. Each text is worth a line now and then, not each time.
 */
public final class LogThrottle {
    static final Duration SAY_AGAIN_AFTER = Duration.ofMinutes(1);

    /** Texts come from outside too: no sender can cause more lines than this in that time. */
    static final int TEXTS_MAX = 100;

    /** The text that was said longest ago first. */
    private final Map<String, Long> saidAt = new LinkedHashMap<>();

    /** Whether the text should be said now, at this time in nanoseconds; if so, it counts as said. */
    public synchronized boolean isWorthSaying(String text, long now) {
        Long before = saidAt.get(text);
        if (isRecent(before, now)) {
            return false;
        }
        if (before == null && saidAt.size() == TEXTS_MAX) {
            Map.Entry<String, Long> oldest = saidAt.entrySet().iterator().next();
            if (isRecent(oldest.getValue(), now)) {
                return false;
            }
            saidAt.remove(oldest.getKey());
        }
        saidAt.remove(text); // so that it is the last
        saidAt.put(text, now);
        return true;
    }

    private static boolean isRecent(@Nullable Long said, long now) {
        return said != null && now - said < SAY_AGAIN_AFTER.toNanos();
    }
}
