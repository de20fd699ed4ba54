// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.model.NodeId;

/** A frame on its way. */
final class Packet {
    final NodeId from;
    final NodeId to;
    final byte[] bytes;

    Packet(NodeId from, NodeId to, byte[] bytes) {
        this.from = from;
        this.to = to;
        this.bytes = bytes;
    }
}
