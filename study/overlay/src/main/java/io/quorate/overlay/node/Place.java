// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.part.PartState;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import java.util.List;

/** A node's place in its overlay, as its machines see it. */
public final class Place implements PartState {
    private final Overlay overlay;
    private boolean heedsHearsay = true;

    Place(Overlay overlay) {
        this.overlay = overlay;
    }

    /** That of the node whose machines have this context. */
    public static Place of(MachineContext context) {
        return context.part(Place.class);
    }

    /** The key of a replica of the context's lock; whichever node owns it has the vote of that replica. */
    public static Key replicaKey(MachineContext context, int replica) {
        return Key.ofReplica(context.lock().toString(), replica);
    }

    /** Whether this replica of the context's lock is at this node, as far as it knows. */
    public static boolean ownsReplica(MachineContext context, int replica) {
        return of(context).owns(replicaKey(context, replica));
    }

    /** Those of these replicas of the context's lock that are not at this node, as far as it knows. */
    public static NodeSet withoutOwned(MachineContext context, NodeSet replicas) {
        NodeSet left = replicas;
        for (int replica = replicas.next(0); replica >= 0; replica = replicas.next(replica + 1)) {
            left = ownsReplica(context, replica) ? left.without(NodeId.of(replica)) : left;
        }
        return left;
    }

    /** Whether the key belongs to this node, as far as it knows. V7: not if only others hear the node that is nearer to it. */
    public boolean owns(Key key) {
        return overlay.isJoined() && overlay.owns(key) && !isAnothersByHearsay(key);
    }

    private boolean isAnothersByHearsay(Key key) {
        Key self = overlay.self().key();
        for (Handle other : hearsay()) {
            if (key.isNearer(other.key(), self)) {
                return true;
            }
        }
        return false;
    }

    /** Leaves V7 out: for storms, never for use. */
    void ignoreHearsay() {
        heedsHearsay = false;
    }

    /** V7: whom only others hear, if that is heeded. */
    List<Handle> hearsay() {
        return heedsHearsay ? overlay.hearsay() : List.of();
    }

    /** The overlay that the node is part of. */
    public Overlay overlay() {
        return overlay;
    }

    /** Every node of an overlay may have to vote. */
    @Override
    public boolean mayVote(NodeId node) {
        return true;
    }

    @Override
    public Place copy() {
        Place copy = new Place(overlay.copy());
        copy.heedsHearsay = heedsHearsay;
        return copy;
    }
}
