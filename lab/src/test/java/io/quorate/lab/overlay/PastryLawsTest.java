package io.quorate.lab.overlay;

import io.quorate.core.overlay.OverlayKind;
import io.quorate.core.overlay.pastry.Pastry;

/** Pastry obeys the laws of overlays. */
final class PastryLawsTest extends OverlayLaws {
    @Override
    OverlayKind kind() {
        return Pastry.USUAL;
    }
}
