// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import java.util.List;

/** A way to build an overlay. */
public interface OverlayKind {
    /** As it is called in commands and documents; lower case. */
    String name();

    /** One sentence for lists. */
    String summary();

    /** How its nodes watch each other. */
    OverlayTiming timing();

    /** The same, but its nodes watch each other so. */
    default OverlayKind withTiming(OverlayTiming other) {
        return this; // nobody watches anybody
    }

    /** A node that knows no other node yet. */
    default Overlay newNode(Handle self) {
        return newNode(self, List.of());
    }

    /** A node that has heard these already, in this order: it takes of them what it would have taken. */
    Overlay newNode(Handle self, List<Handle> heard);

    /** Those of all nodes, which are in the order of their keys, that a node knows when everything is settled. */
    List<Handle> settled(Handle self, List<Handle> all);
}
