// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.ring.Ring;

/** The ring with full view obeys the laws of overlays. */
final class RingLawsTest extends OverlayLaws {
    @Override
    OverlayKind kind() {
        return Ring.USUAL;
    }
}
