// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One node of an overlay: it keeps itself connected with the others, and knows to which of them a message for a key should go. A
 * mutable, deterministic machine, as those of locks are: what a call does depends on the fields and the arguments, on nothing
 * else. Its answers are correct once joins, leaves and failures have been processed. Until then two nodes
 * may believe that a key is theirs, so no safety may rest on it.
 */
public interface Overlay {
    Handle self();

    /** This node is part of the overlay from now on; the first of all begins it so, the others {@link #join}. */
    void begin(OverlayOutbox out);

    /** Becomes part of the overlay, with the help of one of these nodes, in turn until one does. */
    void join(List<Handle> contacts, OverlayOutbox out);

    /** Says good-bye and knows nobody any more. */
    void leave(OverlayOutbox out);

    /** Whether this node can route. */
    boolean isJoined();

    void receive(NodeId from, OverlayMessage message, OverlayOutbox out);

    /** A timer that this node started has run out. */
    void timerFired(OverlayTimer timer, OverlayOutbox out);

    /** The peer seems to be gone; a hint. If it is not, it is known again as soon as it is heard. */
    void peerGone(NodeId peer, OverlayOutbox out);

    /** The peer, which seemed to be gone, seems to be there. Overlays that hear their nodes themselves need no such hint. */
    default void peerBack(NodeId peer, OverlayOutbox out) {}

    /**
     * Something was sent to this node, which {@link #nextHop} named: if it is not there, this is the occasion to find out. Drivers
     * whose connections tell them of failures need not say it.
     */
    void relyOn(NodeId next, OverlayOutbox out);

    /**
     * Where a message for this key goes from here: this node itself, if it is the nearest that it knows. Any other is nearer to
     * the key than this node is. So a route never visits a node twice, whatever the nodes on it believe.
     */
    Handle nextHop(Key key);

    /** Whether the key belongs to this node, as far as it knows. */
    default boolean owns(Key key) {
        return nextHop(key).equals(self());
    }

    /**
     * The nodes nearest to the key, nearest first, up to a number; all nodes, if there are fewer. Empty if this node is too far away to be
     * sure: the owner of the key knows, for a count up to half of its neighbours.
     */
    List<Handle> replicaSet(Key key, int count);

    /** The nodes next to this one on the ring, those that keep-alives go to. */
    List<Handle> neighbours();

    /** The nearest of them, upwards or downwards, so that all keys up to the middle belong to this node; null if there is none. */
    default @Nullable Handle neighbour(boolean upwards) {
        Handle nearest = null;
        for (Handle each : neighbours()) {
            if (nearest == null || self().key().meetsFirst(each.key(), nearest.key(), upwards)) {
                nearest = each;
            }
        }
        return nearest;
    }

    /**
     * The nodes for which there would be a place, that others hear and this node does not, as when just the link between the two is
     * broken. It cannot send them anything; but keys may be theirs that it takes for its own.
     */
    default List<Handle> hearsay() {
        return List.of();
    }

    /** All other nodes that this one knows. */
    List<Handle> known();

    /** An equal node that shares nothing mutable with this one. */
    Overlay copy();

    /** Writes all state that can influence what the node does, in a canonical order. */
    void describeTo(StateWriter writer);
}
