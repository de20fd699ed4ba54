// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;

/** A node and its place on the ring, which never changes. */
public record Handle(NodeId node, Key key) {
    /** The node at the key that follows from its number. */
    public static Handle of(NodeId node) {
        return new Handle(node, Key.of(node));
    }

    @Override
    public String toString() {
        return node.toString();
    }
}
