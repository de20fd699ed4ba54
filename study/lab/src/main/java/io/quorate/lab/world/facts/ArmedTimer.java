// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.facts;

import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import java.util.Comparator;

/** A timer that runs at some node. */
public record ArmedTimer(LockName lock, TimerName timer) {
    public static final Comparator<ArmedTimer> ORDER = Comparator.comparing(ArmedTimer::lock)
            .thenComparing(armed -> armed.timer().ordinal())
            .thenComparing(armed -> armed.timer().name());
}
