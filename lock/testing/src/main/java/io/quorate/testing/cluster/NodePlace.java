// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.testing.watch.LockWatch;
import io.quorate.testing.watch.WatchedLocks;
import org.jspecify.annotations.Nullable;

/** A node of the roster, whichever process it is at present, and what is wrong with it. */
final class NodePlace {
    final int number;
    final WatchedLocks shown;

    /** That of the process that runs now, or ran last. */
    volatile NodeClock clock;

    private volatile @Nullable EmbeddedLocks locks;
    volatile boolean paused;
    volatile boolean cutOff;

    NodePlace(int number, NodeClock clock, LockWatch watch) {
        this.number = number;
        this.clock = clock;
        this.shown = new WatchedLocks(number, this::locks, watch);
    }

    /** Of the process that runs now, or ran last. */
    EmbeddedLocks locks() {
        EmbeddedLocks present = locks;
        if (present == null) {
            throw new IllegalStateException("node " + number + " was not started");
        }
        return present;
    }

    void started(EmbeddedLocks now) {
        locks = now;
    }

    boolean isUp() {
        EmbeddedLocks present = locks;
        return present != null && !present.node().isClosed();
    }

    /** Whether it runs, and takes part in what happens. */
    boolean isAwake() {
        return isUp() && !paused;
    }
}
