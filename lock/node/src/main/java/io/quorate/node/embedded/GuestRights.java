// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.admin.Inspection;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.net.roles.Permissions;
import io.quorate.node.net.roles.Role;
import io.quorate.node.turn.NodeNames;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps guests to what their certificates allow: what one says about a lock that it may not take is not heard, and the guest is
 * told why. Members are not limited: a voter can give a lock away anyhow.
 */
final class GuestRights {
    private final NodeNames names;
    private final Inspection inspection;
    private final PeerRequests peerRequests;
    private final Permissions permissions;
    private final Map<NodeId, PeerRights> guests = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();

    GuestRights(NodeNames names, Inspection inspection, PeerRequests peerRequests, Permissions permissions) {
        this.names = names;
        this.inspection = inspection;
        this.peerRequests = peerRequests;
        this.permissions = permissions;
    }

    void came(NodeId guest, PeerRights rights) {
        if (rights == PeerRights.OF_ANYBODY) {
            guests.remove(guest);
        } else {
            guests.put(guest, rights);
        }
    }

    void left(NodeId guest) {
        guests.remove(guest);
    }

    /** How many messages about locks were not heard. */
    long refused() {
        return refused.get();
    }

    /** The rights of this peer. To be asked when a frame comes: when it is read, its sender may have gone. */
    PeerRights of(NodeId from) {
        PeerRights rights = guests.isEmpty() ? null : guests.get(from);
        return rights == null ? PeerRights.OF_ANYBODY : rights;
    }

    /** Which locks a peer with these rights may speak of; null for all. */
    @Nullable
    Predicate<LockName> filterFor(NodeId from, PeerRights rights) {
        return rights.mayTakeAll() ? null : lock -> mayTake(from, rights, lock);
    }

    /** A guest that has lost a role while it held or waited must still be able to give the lock back. */
    private boolean isKnown(NodeId from, LockName lock) {
        return inspection.answer(AdminRequest.describe(lock)).locks().stream()
                .flatMap(view -> view.votes().stream())
                .anyMatch(vote -> vote.requester().equals(from));
    }

    private boolean mayTake(NodeId from, PeerRights rights, LockName lock) {
        if (rights.mayTake(lock) || isKnown(from, lock)) {
            return true;
        }
        String name = lock.toString();
        String objection = objectionTo(from, rights, "taking \"" + name + "\"", Role.HOLDER, name);
        if (objection == null) {
            return true; // its roles have changed this moment
        }
        refused.incrementAndGet();
        peerRequests.refuse(from, new PeerRequests.Refusal(name, objection));
        return false;
    }

    private @Nullable String objectionTo(
            NodeId from, PeerRights rights, String what, Role needed, @Nullable String lock) {
        return permissions.objectionTo(rights, "guest " + names.of(from), what, needed, lock);
    }

    /** Whether a question of the peer may be answered; it is told why not. */
    boolean mayAsk(NodeId from, PeerRights rights, AdminRequest request) {
        boolean isOwn = request.kind() == AdminRequest.Kind.DESCRIBE
                && request.name().startsWith(LockName.RESERVED_PREFIX); // as a node asks that leaves
        if (rights == PeerRights.OF_ANYBODY || isOwn) {
            return true;
        }
        String objection = objectionTo(from, rights, request.inWords(), request.neededRole(), request.neededFor());
        if (objection != null) {
            peerRequests.refuse(from, new PeerRequests.Refusal("", objection));
        }
        return objection == null;
    }
}
