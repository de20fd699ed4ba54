package io.quorate.core.protocol;

import io.quorate.core.overlay.Handle;
import io.quorate.core.overlay.Overlay;
import io.quorate.core.overlay.OverlayKind;

/**
 * The overlay that a node is to be part of.
 *
 * @param self the node and its place in it
 */
public record OverlayStart(OverlayKind kind, Handle self) {
    Overlay newNode() {
        return kind.newNode(self);
    }
}
