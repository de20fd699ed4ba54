// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.model.Mode;

/** How high the fences of one lock have come, and whether one was not above all that it had to be above. */
public final class FenceWatch {
    private long exclusive;
    private long shared;
    private boolean broken;

    /** A claim holds with this fence: it must be above those of all conflicting claims that held before. */
    void see(Mode mode, long fence) {
        if (mode == Mode.EXCLUSIVE) {
            broken |= fence <= Math.max(exclusive, shared);
            exclusive = Math.max(exclusive, fence);
        } else {
            broken |= fence <= exclusive;
            shared = Math.max(shared, fence);
        }
    }

    public boolean isBroken() {
        return broken;
    }

    public long exclusive() {
        return exclusive;
    }

    public long shared() {
        return shared;
    }

    public void set(boolean isBroken, long highestExclusive, long highestShared) {
        broken = isBroken;
        exclusive = highestExclusive;
        shared = highestShared;
    }
}
