// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.part.PartStart;
import io.quorate.core.lock.part.PartState;
import io.quorate.overlay.Addresses;
import io.quorate.overlay.Handle;
import io.quorate.overlay.OverlayKind;

/**
 * The overlay that a node is to be part of.
 *
 * @param self the node and its place in it
 * @param addresses how nodes are reached; all nodes must have some, or none
 */
public record OverlayStart(OverlayKind kind, Handle self, Addresses addresses) implements PartStart {
    /** Of nodes that are reached by their numbers alone. */
    public OverlayStart(OverlayKind kind, Handle self) {
        this(kind, self, Addresses.NONE);
    }

    @Override
    public PartState newState() {
        return new Place(kind.newNode(self));
    }

    @Override
    public boolean isInFrames() {
        return !addresses.equals(Addresses.NONE);
    }
}
