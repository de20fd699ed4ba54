// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;

/**
 * Takes messages one hop nearer to the owners of their keys, over any overlay. Every hop is nearer to the key than the one before
 * ({@link Overlay#nextHop}), so that every route ends; it ends early if too long, or at a node that is not in the overlay (yet).
 * A lost message stays lost: a node that needs an answer asks again.
 */
public final class Router<P> {
    /** A route as long as this goes round a broken ring from neighbour to neighbour: better it ends. */
    public static final int HOPS_MAX = 64;

    private final Overlay overlay;
    private long lostCount;

    public Router(Overlay overlay) {
        this.overlay = overlay;
    }

    /** Sends something from this node towards the owner of the key; false if this node is not part of the overlay. */
    public boolean route(Key key, P content, Traveller<P> traveller) {
        NodeId self = overlay.self().node();
        return arrived(self, new Routed<>(key, self, 0, content), traveller);
    }

    /** A message has come from another node; false if it ends here for no good reason. */
    public boolean arrived(NodeId previous, Routed<P> message, Traveller<P> traveller) {
        if (!overlay.isJoined()) {
            lostCount++;
            return false;
        }
        Handle next = overlay.nextHop(message.key());
        if (next.equals(overlay.self())) {
            traveller.deliver(message, previous);
            return true;
        }
        if (message.hops() >= HOPS_MAX) {
            lostCount++;
            return false;
        }
        P content = traveller.passing(message, previous, next).content();
        if (content != null) {
            traveller.send(next.node(), message.afterHop(content));
        }
        return true;
    }

    /**
     * A message could not be sent to the node that it was to go to next, which this overlay knows is gone: it goes another way.
     * It has passed this node already, so that nobody here is asked again.
     */
    public void returned(Routed<P> message, Traveller<P> traveller) {
        Handle next = overlay.nextHop(message.key());
        if (!overlay.isJoined()) {
            lostCount++;
        } else if (next.equals(overlay.self())) {
            traveller.deliver(message.beforeHop(), next.node());
        } else {
            traveller.send(next.node(), message);
        }
    }

    /** How many messages ended at this node because it is not in, or because their way was too long. */
    public long lostCount() {
        return lostCount;
    }
}
