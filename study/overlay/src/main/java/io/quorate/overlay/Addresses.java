// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.nio.charset.StandardCharsets;

/**
 * The addresses of nodes, as text that only the transport understands. No machine looks at them: they travel beside the nodes that a
 * message names, so that the receiver can also reach them.
 */
public interface Addresses {
    /** No address has more bytes. */
    int BYTES_MAX = 255;

    /** How the node is reached; empty if nobody knows. */
    String of(NodeId node);

    /** Somebody has said that the node is reached so: it may be wrong, or long ago. */
    void heardOf(NodeId node, String address);

    /** Writes the node, and how it is reached. */
    default void write(NodeId node, ByteSink sink) {
        sink.writeInt(node.index());
        byte[] utf8 = of(node).getBytes(StandardCharsets.UTF_8);
        sink.writeInt(utf8.length);
        sink.writeBytes(utf8);
    }

    /** Reads a node, and remembers how it is reached. */
    default NodeId read(ByteSource source) {
        NodeId node = source.readNode();
        int length = source.readInt();
        if (length > BYTES_MAX) {
            throw new MalformedFrameException("an address of " + length + " bytes");
        }
        if (length > 0) {
            heardOf(node, new String(source.readBytes(length), StandardCharsets.UTF_8));
        }
        return node;
    }

    /** Of nodes that are reached by their numbers alone: nothing is written. */
    Addresses NONE = new Addresses() {
        @Override
        public String of(NodeId node) {
            return "";
        }

        @Override
        public void heardOf(NodeId node, String address) {}

        @Override
        public void write(NodeId node, ByteSink sink) {
            sink.writeInt(node.index());
        }

        @Override
        public NodeId read(ByteSource source) {
            return source.readNode();
        }
    };
}
