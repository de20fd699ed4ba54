// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.core.model.Mode;
import org.jspecify.annotations.Nullable;

/** Translates the words of the core into those of the api. */
public final class Outcomes {
    private Outcomes() {}

    public static LossReason toApi(io.quorate.core.lock.@Nullable LossReason reason) {
        if (reason == null) {
            return LossReason.QUORUM_LOST; // by the clock, before any turn could say so
        }
        return switch (reason) {
            case QUORUM_LOST -> LossReason.QUORUM_LOST;
            case REVOKED -> LossReason.REVOKED;
            case NODE_CLOSED -> LossReason.NODE_CLOSED;
            case TIME_IS_UP -> LossReason.TIME_IS_UP;
        };
    }

    public static LockMode toApi(Mode mode) {
        return mode == Mode.SHARED ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }
}
