// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.part;

import io.quorate.core.lock.Message;
import io.quorate.core.wire.Codec;
import org.jspecify.annotations.Nullable;

/** Makes what a protocol plugs into each of its nodes. */
public interface PartFactory<M extends Message> {
    /** The part of a node that was started with a {@link PartStart} of this protocol. */
    NodePart newPart(PartHost<M> host);

    /**
     * Of all that stands in the frames of these nodes: messages of the protocol and those of the part.
     *
     * @param start of the node that reads and writes them; null to only look at frames
     */
    Codec<Message> codec(@Nullable PartStart start);

    /** How to start a node with this part: a whole sentence for somebody who started one without. */
    String howToStart();
}
