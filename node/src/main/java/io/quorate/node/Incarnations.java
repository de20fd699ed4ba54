package io.quorate.node;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers the starts of nodes, so that no stamp of an earlier start comes back: seconds since 2026, and always more than the
 * last in this process. It rests on a wall clock that is not set back over a restart; a {@link DataDirectory} does not.
 */
final class Incarnations {
    private static final long EPOCH_SECOND =
            Instant.parse("2026-01-01T00:00:00Z").getEpochSecond();

    private static final AtomicInteger LAST = new AtomicInteger();

    private Incarnations() {}

    static int next() {
        long seconds = Instant.now().getEpochSecond() - EPOCH_SECOND;
        int now = (int) Math.max(1, Math.min(seconds, Integer.MAX_VALUE));
        return LAST.updateAndGet(last -> Math.max(last + 1, now));
    }
}
