// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.pastry.Pastry;

/** Pastry obeys the laws of overlays. */
final class PastryLawsTest extends OverlayLaws {
    @Override
    OverlayKind kind() {
        return Pastry.USUAL;
    }
}
