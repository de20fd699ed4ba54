// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;

/** An application on the overlay: it sees the messages that pass its node, and receives those for it. */
public interface Traveller<P> {
    /**
     * A message is about to go from here to the next node, at its origin as well as anywhere on its way.
     *
     * @param previous where it came from; this very node at the origin
     * @param next where it goes if it is let pass
     */
    Passage<P> passing(Routed<P> message, NodeId previous, Handle next);

    /** A message has come to the owner of its key, which is this node. */
    void deliver(Routed<P> message, NodeId previous);

    /** Carries the message over one link. */
    void send(NodeId to, Routed<P> message);
}
