// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.node.store.CeilingStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** A disk on which a write takes as long as the test wants. */
final class GatedStore implements CeilingStore {
    private final Semaphore gate = new Semaphore(1);
    private final List<Long> kept = new CopyOnWriteArrayList<>();
    private volatile boolean waited;

    /** From now on a write does not end before {@link #open}. */
    void shut() {
        gate.acquireUninterruptibly();
    }

    void open() {
        gate.release();
    }

    /** Whether a write has begun since the gate was shut. */
    boolean isAwaited() {
        return waited;
    }

    List<Long> kept() {
        return kept;
    }

    @Override
    public void keepCeiling(long ceiling) {
        if (!gate.tryAcquire()) {
            waited = true;
            gate.acquireUninterruptibly();
        }
        gate.release();
        kept.add(ceiling);
    }
}
