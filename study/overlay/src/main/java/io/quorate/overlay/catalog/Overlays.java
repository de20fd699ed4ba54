// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.catalog;

import io.quorate.core.model.Suggestion;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.pastry.Pastry;
import io.quorate.overlay.ring.Ring;
import java.util.List;

/** Every kind of overlay by name. */
public final class Overlays {
    private static final List<OverlayKind> ALL = List.of(Pastry.USUAL, Ring.USUAL);

    private Overlays() {}

    public static List<OverlayKind> all() {
        return ALL;
    }

    /** The kind with this name; an unknown one is refused with a suggestion. */
    public static OverlayKind named(String name) {
        for (OverlayKind kind : ALL) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        throw Suggestion.unknown(
                "overlay", name, ALL.stream().map(OverlayKind::name).toList());
    }
}
