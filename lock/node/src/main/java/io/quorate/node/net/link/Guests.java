// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.GuestName;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.roles.PeerRights;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The links with guests: they call, are never called, and are forgotten when they hang up. */
final class Guests {
    /** Maximum number of guests; each has a socket here. */
    static final int GUESTS_MAX = 10_000;

    /** Maximum bytes that wait for one guest: enough to repeat the state of 20,000 of its locks. */
    static final long ONE_WAITING_MAX = 2 * 1024 * 1024;

    /** Maximum bytes that wait for all guests together. */
    static final long ALL_WAITING_MAX = 32 * 1024 * 1024;

    /** The refusal for a guest that keeps a role, but has lost some prefix. */
    static final String NARROWED =
            "a role or prefix for taking locks was taken from it, and it may still hold such a lock. It may"
                    + " connect again when its leases have ended, with the roles that it has then";

    /** Many more than come and go within a lease. */
    private static final int OWNERS_MAX = 2 * GUESTS_MAX;

    /** Whether a member has this number. */
    private final IntPredicate isMember;

    private final GuardedReceiver receiver;
    private final TransportMeter meter;
    private final PeerConnection.Budget budget =
            new PeerConnection.Budget("the guest", ONE_WAITING_MAX, ALL_WAITING_MAX);
    private final Map<Integer, Link> links = new ConcurrentHashMap<>();

    /** By index, also of guests that have gone: the votes that they have got outlive their connections. */
    private final Map<Integer, Owner> owners = new LinkedHashMap<>();

    /**
     * The guest with this index.
     *
     * @param rights with which it was let in last
     * @param leftAt when its connection ended; null while it has one
     */
    private record Owner(
            String name, PeerRights rights, @Nullable Long leftAt) {}

    private final long forgottenNanos;

    Guests(IntPredicate isMember, Duration forgotten, GuardedReceiver receiver, TransportMeter meter) {
        this.isMember = isMember;
        this.forgottenNanos = forgotten.toNanos();
        this.receiver = receiver;
        this.meter = meter;
    }

    @Nullable
    Link link(NodeId guest) {
        return links.get(guest.index());
    }

    /** Takes the connection into use, or says why not. */
    synchronized @Nullable Refusal establish(
            PeerConnection connection, GuestName guest, Hello theirs, Hello mine, long staleNanos) {
        Link known = links.get(guest.index());
        boolean isTaken = isMember.test(guest.index());
        if (isTaken || (known == null && links.size() >= GUESTS_MAX)) {
            return new Refusal(
                    Refusal.Reason.DOES_NOT_FIT,
                    isTaken
                            ? "a guest calls itself by the index of a member: run the same release at both"
                            : "member " + mine.memberId() + " has " + GUESTS_MAX + " guests, and takes no more");
        }
        Owner owner = owners.get(guest.index());
        if (owner != null && !owner.name.equals(guest.name()) && connection.isAuthenticated()) {
            return new Refusal(
                    Refusal.Reason.ID_IS_TAKEN,
                    "the index " + guest.index() + " belongs to another guest than \"" + guest.name()
                            + "\": start it again, and it draws another one");
        }
        if (owner != null && owner.rights.isWiderThan(connection.rights()) && mayHaveVotes(owner)) {
            return new Refusal(Refusal.Reason.DOES_NOT_FIT, NARROWED);
        }
        Link link =
                known == null ? Link.withGuest(NodeId.of(guest.index()), guest.name(), budget, receiver, meter) : known;
        links.put(guest.index(), link); // before it is told of, so that it can be answered
        Refusal refusal = link.establish(connection, theirs, mine, staleNanos);
        if (refusal == null) {
            remember(guest.index(), new Owner(guest.name(), connection.rights(), null));
            receiver.guestCame(link.peer(), guest.name(), connection.rights());
        } else if (known == null) {
            links.remove(guest.index());
        }
        return refusal;
    }

    /** A voter forgets a guest that it does not hear from: then there is nothing left that the guest may not have. */
    private boolean mayHaveVotes(Owner owner) {
        return owner.leftAt == null || System.nanoTime() - owner.leftAt < forgottenNanos;
    }

    private void remember(int index, Owner owner) {
        owners.remove(index); // so that it is the latest
        owners.put(index, owner);
        if (owners.size() > OWNERS_MAX) {
            owners.remove(owners.keySet().iterator().next());
        }
    }

    /** A member has this number from now on: a guest that had it calls again, as that member. */
    void displace(NodeId node) {
        Link link;
        synchronized (this) {
            link = links.remove(node.index());
            owners.remove(node.index());
        }
        if (link != null) {
            link.retire();
        }
    }

    /** A connection is over. */
    synchronized void ended(Link link, PeerConnection connection) {
        link.ended(connection);
        if (link.current() == null) {
            int index = link.peer().index();
            links.remove(index, link);
            owners.computeIfPresent(index, (each, owner) -> new Owner(owner.name, owner.rights, System.nanoTime()));
        }
    }
}
