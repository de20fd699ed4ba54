// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.ring;

import io.quorate.overlay.Handle;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayTiming;
import java.util.List;

/** Everybody knows everybody: one hop to any key. */
public record Ring(OverlayTiming timing) implements OverlayKind {
    public static final Ring USUAL = new Ring(OverlayTiming.USUAL);

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String summary() {
        return "full view: one hop, all nodes known; for up to some hundred nodes";
    }

    @Override
    public Ring withTiming(OverlayTiming other) {
        return new Ring(other);
    }

    @Override
    public Overlay newNode(Handle self, List<Handle> heard) {
        return new RingNode(this, self, heard);
    }

    @Override
    public List<Handle> settled(Handle self, List<Handle> all) {
        return all.stream().filter(node -> !node.equals(self)).toList();
    }
}
