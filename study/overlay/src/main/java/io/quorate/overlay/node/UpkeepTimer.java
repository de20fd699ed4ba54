// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.TimerName;
import io.quorate.overlay.OverlayTimer;

/** The timers of a node's overlay, among those of its locks; no algorithm has one of these names. */
enum UpkeepTimer implements TimerName {
    OVERLAY_ROUND(OverlayTimer.ROUND),
    OVERLAY_JOIN(OverlayTimer.JOIN);

    private final OverlayTimer timer;

    UpkeepTimer(OverlayTimer timer) {
        this.timer = timer;
    }

    static UpkeepTimer of(OverlayTimer timer) {
        return timer == OverlayTimer.ROUND ? OVERLAY_ROUND : OVERLAY_JOIN;
    }

    OverlayTimer timer() {
        return timer;
    }

    @Override
    public boolean outlastsRoundTrip() {
        return true;
    }
}
