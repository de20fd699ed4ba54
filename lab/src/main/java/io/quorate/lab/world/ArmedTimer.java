package io.quorate.lab.world;

import io.quorate.core.model.LockName;
import io.quorate.core.protocol.TimerName;
import java.util.Comparator;

/** A timer that runs at some node. */
public record ArmedTimer(LockName lock, TimerName timer) {
    static final Comparator<ArmedTimer> ORDER = Comparator.comparing(ArmedTimer::lock)
            .thenComparing(armed -> armed.timer().ordinal())
            .thenComparing(armed -> armed.timer().name());
}
