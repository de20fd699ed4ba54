// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.part;

import io.quorate.core.model.NodeId;
import java.time.Duration;

/** The part of a protocol at a running node beside the locks: it has frames of its own, and answers questions. */
public interface PartDesk {
    /** Between two lines of {@link #place()}: what travels as text has no line feeds. */
    char LINE_END = '|';

    /** Whether a frame that begins with this byte is for this desk. */
    boolean concerns(byte first);

    /** A frame of the part has come. In a turn. Throws {@link io.quorate.core.wire.MalformedFrameException} if it cannot be read. */
    void received(byte[] bytes, int offset, int length);

    /** Something is to be sent to this node, and nobody has said where it is. */
    void addressWanted(NodeId peer);

    /** Where the node with this id is; empty if there is none, or nobody knows in time. Not in a turn. */
    String where(String id, Duration timeout);

    /** The place of this node among the others, in words. Not in a turn. */
    String place();
}
