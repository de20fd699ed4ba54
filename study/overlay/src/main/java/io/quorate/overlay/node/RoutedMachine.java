// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.overlay.Key;
import io.quorate.overlay.Passage;

/** One lock at one node of an overlay. */
public interface RoutedMachine<M extends Message> extends LockMachine<M> {
    /**
     * Sends a message towards the owner of the key, from node to node; each of them, this one first, sees it pass
     * ({@link #passing}). It may be lost, and the owner may be another than one thinks.
     */
    static <M extends Message> void route(Key key, M message, Outbox<M> out) {
        out.handOver(new RouteOrder<>(key, message));
    }

    /**
     * A message that was routed, of this lock, is about to go on from here, at its origin as well as anywhere on its way. At an
     * owner of its key it is {@link #delivered} instead.
     */
    default Passage<M> passing(Waypoint at, M message, Outbox<M> out) {
        return Passage.forward(message);
    }

    /** A message that was routed has come to the owner of its key, which is this node. */
    default void delivered(Waypoint at, M message, Outbox<M> out) {
        receive(at.origin(), message, out);
    }

    /** The overlay has changed next to this node: keys of replicas may belong to it that did not, or not any more. */
    default void ownershipChanged(Outbox<M> out) {}
}
