package io.quorate.core.protocol.dht.nonendtoend;

import io.quorate.core.protocol.TimerName;
import java.time.Duration;

/** What a node on the way of requests wants to be woken for. */
enum PathTimer implements TimerName {
    /** Something is remembered of requests that have passed: whoever made them may be gone, or have gone another way since. */
    FORGET_THE_WAY(Duration.ofSeconds(5)),

    /** As printed, step 6: nobody has a majority, and the votes are given back some time. */
    YIELD(Duration.ofMillis(50));

    private final Duration delay;

    PathTimer(Duration delay) {
        this.delay = delay;
    }

    Duration delay() {
        return delay;
    }

    @Override
    public boolean outlastsRoutes() {
        return this == FORGET_THE_WAY;
    }

    @Override
    public boolean isForCrashesOnly() {
        return this == FORGET_THE_WAY;
    }
}
