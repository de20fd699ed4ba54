// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

/** What a node of an overlay wants to be woken for. */
public enum OverlayTimer {
    /** It is time for the next round of keep-alives. */
    ROUND,
    /** The node that was asked to admit this one should have answered by now. */
    JOIN
}
