// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.node.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/** The time that all nodes of a cluster share: that of this machine, or one that moves only when it is told to. */
final class ClusterTime {
    /** The initial value of the virtual wall clock. The same in every run gives the same fences; a small one gives short ones. */
    private static final long WALL_MICROS = 0;

    private final boolean virtual;
    private final AtomicLong now = new AtomicLong();

    ClusterTime(boolean virtual) {
        this.virtual = virtual;
    }

    boolean isVirtual() {
        return virtual;
    }

    long now() {
        return virtual ? now.get() : NanoClock.SYSTEM.now();
    }

    long wallMicros() {
        return virtual ? WALL_MICROS + now.get() / 1000 : NanoClock.SYSTEM.wallMicros();
    }

    /** Virtual time only. The caller wakes the clocks afterwards. */
    void advance(long nanos) {
        now.addAndGet(nanos);
    }
}
