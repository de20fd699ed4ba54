// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

/** The timers of a node of an overlay. */
public enum OverlayTimer {
    /** It is time for the next round of keep-alives. */
    ROUND,
    /** The node that was asked to admit this one should have answered by now. */
    JOIN
}
