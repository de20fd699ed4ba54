// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.Message;
import io.quorate.core.model.LockName;
import io.quorate.overlay.OverlayMessage;

/** The messages that keep the overlay together; none is about a lock. */
public record Upkeep(OverlayMessage message) implements Message {
    /** Stands in frames where the lock would stand. There may be a lock of that name: it has nothing to do with it. */
    public static final LockName LOCK = LockName.of("overlay");

    @Override
    public String kind() {
        return message.getClass().getSimpleName();
    }

    @Override
    public String toString() {
        return message.toString();
    }
}
