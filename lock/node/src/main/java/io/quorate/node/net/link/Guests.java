package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.GuestName;
import io.quorate.node.net.TransportMeter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The links with guests: they call, are never called, and are forgotten when they hang up. */
final class Guests {
    /** Maximum number of guests; each has a socket here. */
    static final int GUESTS_MAX = 10_000;

    /** Many more than come and go within a lease. */
    private static final int OWNERS_MAX = 2 * GUESTS_MAX;

    private final int members;
    private final GuardedReceiver receiver;
    private final TransportMeter meter;
    private final Map<Integer, Link> links = new ConcurrentHashMap<>();

    /** Names by index, also of guests that have gone: the votes that they have got outlive their connections. */
    private final Map<Integer, String> owners = new LinkedHashMap<>();

    Guests(int members, GuardedReceiver receiver, TransportMeter meter) {
        this.members = members;
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
        if (guest.index() < members || (known == null && links.size() >= GUESTS_MAX)) {
            return new Refusal(
                    Refusal.Reason.DOES_NOT_FIT,
                    guest.index() < members
                            ? "a guest calls itself by the index of a member: run the same release at both"
                            : "member " + mine.memberId() + " has " + GUESTS_MAX + " guests, and takes no more");
        }
        String owner = owners.get(guest.index());
        if (owner != null && !owner.equals(guest.name()) && connection.isAuthenticated()) {
            return new Refusal(
                    Refusal.Reason.ID_IS_TAKEN,
                    "the index " + guest.index() + " belongs to another guest than \"" + guest.name()
                            + "\": start it again, and it draws another one");
        }
        Link link = known == null ? Link.withGuest(NodeId.of(guest.index()), guest.name(), receiver, meter) : known;
        links.put(guest.index(), link); // before it is told of, so that it can be answered
        Refusal refusal = link.establish(connection, theirs, mine, staleNanos);
        if (refusal == null) {
            remember(guest);
            receiver.guestCame(link.peer(), guest.name(), connection.rights());
        } else if (known == null) {
            links.remove(guest.index());
        }
        return refusal;
    }

    private void remember(GuestName guest) {
        owners.remove(guest.index()); // so that it is the latest
        owners.put(guest.index(), guest.name());
        if (owners.size() > OWNERS_MAX) {
            owners.remove(owners.keySet().iterator().next());
        }
    }

    /** A connection is over. */
    synchronized void ended(Link link, PeerConnection connection) {
        link.ended(connection);
        if (link.current() == null) {
            links.remove(link.peer().index(), link);
        }
    }
}
