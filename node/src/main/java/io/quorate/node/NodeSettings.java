package io.quorate.node;

import io.quorate.api.LocksConfig;
import java.time.Duration;

/** The times that a running node goes by. */
record NodeSettings(
        Duration joinTimeout,
        Duration unavailableAfter,
        Duration attemptPatience,
        Duration describeTimeout,
        long spinNanos) {

    static NodeSettings of(LocksConfig config) {
        boolean alone = Runtime.getRuntime().availableProcessors() == 1;
        return new NodeSettings(
                config.joinTimeout(),
                config.unavailableAfter(),
                config.attemptPatience(),
                config.describeTimeout(),
                alone ? 0 : nanos(config.spin()));
    }

    /** The nanoseconds of a duration; of one beyond 292 years, for ever. */
    static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException beyond) {
            return duration.isNegative() ? 0 : TimerWheel.NEVER;
        }
    }
}
