package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.GuestName;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.roles.Role;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of a roster, each with a link that is kept up; and guests, which call. */
public final class RosterPeers implements Peers {
    private final Roster roster;
    private final @Nullable Link[] links;
    private final List<Link> called = new ArrayList<>();
    private final Guests guests;

    /** Without leases. */
    public RosterPeers(Roster roster, NodeId self, GuardedReceiver receiver, TransportMeter meter) {
        this(roster, self, Duration.ZERO, receiver, meter);
    }

    /**
     * With leases.
     *
     * @param forgotten after so long without a connection, no vote of a guest is left
     */
    public RosterPeers(Roster roster, NodeId self, Duration forgotten, GuardedReceiver receiver, TransportMeter meter) {
        this.roster = roster;
        boolean isGuest = self.index() >= roster.size();
        this.links = new @Nullable Link[roster.size()];
        for (int index = 0; index < links.length; index++) {
            NodeId peer = NodeId.of(index);
            if (!peer.equals(self)) {
                Link link = new Link(peer, roster.member(peer), isGuest || self.index() < index, receiver, meter);
                links[index] = link;
                called.add(link);
            }
        }
        this.guests = new Guests(roster.size(), forgotten, receiver, meter);
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        Link link = to.index() < links.length ? links[to.index()] : guests.link(to);
        return link != null && link.offer(frame, length);
    }

    @Override
    public Iterable<Link> called() {
        return called;
    }

    @Override
    public Iterable<Link> listed() {
        return called;
    }

    @Override
    public boolean isMemberAddress(InetAddress address) {
        for (Link link : called) {
            if (link.isAt(address)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int firstCalls() {
        return called.size();
    }

    @Override
    public @Nullable String objectionTo(PeerConnection connection, Hello theirs, Hello mine) {
        Link calledFor = connection.calledFor;
        GuestName guest = GuestName.read(theirs.memberId());
        String objection = connection.objectionTo(guest == null ? theirs.memberId() : guest.name());
        if (objection == null) {
            Role needed = guest == null ? Role.MEMBER : Role.HOLDER;
            objection = connection.rights().objectionTo(Handshakes.activity(needed), needed, null);
        }
        if (objection == null) {
            objection = mine.objectionTo(theirs);
        }
        if (objection == null && guest == null && !roster.lists(theirs.memberId())) {
            objection = "a node that calls itself \"" + theirs.memberId()
                    + "\" is not in its own roster: start it as one of " + roster.describe();
        }
        if (objection == null && calledFor != null && !calledFor.member().id().equals(theirs.memberId())) {
            objection = "at " + calledFor.member().address() + " member " + theirs.memberId() + " answers instead of "
                    + calledFor.member().id() + ": let each member listen where the roster says";
        }
        return objection;
    }

    @Override
    public @Nullable Refusal establish(PeerConnection connection, Hello theirs, Hello mine, long staleNanos) {
        GuestName guest = GuestName.read(theirs.memberId());
        if (guest != null) {
            return guests.establish(connection, guest, theirs, mine, staleNanos);
        }
        Link link = links[roster.node(theirs.memberId()).index()];
        return link == null ? Refusal.ownIdTaken(mine) : link.establish(connection, theirs, mine, staleNanos);
    }

    @Override
    public void ended(Link link, PeerConnection connection) {
        if (link.peer().index() >= links.length) {
            guests.ended(link, connection);
        } else {
            link.ended(connection);
        }
    }
}
