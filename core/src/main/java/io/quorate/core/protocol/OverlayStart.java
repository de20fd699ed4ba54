package io.quorate.core.protocol;

import io.quorate.core.overlay.Addresses;
import io.quorate.core.overlay.Handle;
import io.quorate.core.overlay.Overlay;
import io.quorate.core.overlay.OverlayKind;

/**
 * The overlay that a node is to be part of.
 *
 * @param self the node and its place in it
 * @param addresses how nodes are reached; all nodes must have some, or none
 */
public record OverlayStart(OverlayKind kind, Handle self, Addresses addresses) {
    /** Of nodes that are reached by their numbers alone. */
    public OverlayStart(OverlayKind kind, Handle self) {
        this(kind, self, Addresses.NONE);
    }

    Overlay newNode() {
        return kind.newNode(self);
    }
}
