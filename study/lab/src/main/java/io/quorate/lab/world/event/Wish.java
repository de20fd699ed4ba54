// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.event;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;

/** A future request of a node. */
public record Wish(LockName lock, Mode mode, boolean now) {
    public static final Wish EXCLUSIVE = new Wish(Choice.USUAL_LOCK, Mode.EXCLUSIVE, false);
    public static final Wish SHARED = new Wish(Choice.USUAL_LOCK, Mode.SHARED, false);

    /** The same, now or not at all. */
    public Wish atOnce() {
        return new Wish(lock, mode, true);
    }
}
