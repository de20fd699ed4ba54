package io.quorate.lab.overlay;

import io.quorate.core.overlay.OverlayKind;
import io.quorate.core.overlay.ring.Ring;

/** The ring with full view obeys the laws of overlays. */
final class RingLawsTest extends OverlayLaws {
    @Override
    OverlayKind kind() {
        return Ring.USUAL;
    }
}
