// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** When a wait that consists of several ends. */
final class Deadline {
    static final Deadline NEVER = new Deadline(null, 0);

    private final @Nullable Duration timeout;
    private final long end;

    private Deadline(@Nullable Duration timeout, long end) {
        this.timeout = timeout;
        this.end = end;
    }

    static Deadline in(Duration timeout) {
        return new Deadline(timeout, System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout));
    }

    /** How long the whole wait was to last; zero if it has no end. */
    Duration timeout() {
        return timeout == null ? Duration.ZERO : timeout;
    }

    boolean isNow() {
        return timeout != null && (timeout.isZero() || timeout.isNegative());
    }

    /** The remaining time, at least zero; null if it has no end. The whole timeout at first, however late this is called. */
    @Nullable
    Duration left() {
        return timeout == null ? null : isNow() ? timeout : Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    boolean isOver() {
        return timeout != null && end - System.nanoTime() <= 0;
    }
}
