// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.core.roster.Configuration;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.GuestName;
import io.quorate.node.net.Membership;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.roles.Role;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of a roster, each with a link that is kept up; and guests, which call. When the roster changes, members that stay where they
 * are keep their connections.
 */
public final class RosterPeers implements Peers {
    private final NodeId self;
    private final GuardedReceiver receiver;
    private final TransportMeter meter;
    private final Guests guests;

    /** Replaced as a whole, under the lock of this object. */
    private volatile Table table;

    /**
     * The links at one time.
     *
     * @param byNumber null for this node, and for numbers that no member has
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Table(Membership membership, @Nullable Link[] byNumber, List<Link> called) {
        @Nullable
        Link link(int number) {
            return number < byNumber.length ? byNumber[number] : null;
        }
    }

    /** Without leases. */
    public RosterPeers(Membership membership, NodeId self, GuardedReceiver receiver, TransportMeter meter) {
        this(membership, self, Duration.ZERO, receiver, meter);
    }

    /**
     * With leases.
     *
     * @param forgotten after so long without a connection, no vote of a guest is left
     */
    public RosterPeers(
            Membership membership, NodeId self, Duration forgotten, GuardedReceiver receiver, TransportMeter meter) {
        this.self = self;
        this.receiver = receiver;
        this.meter = meter;
        this.guests = new Guests(number -> table().membership.contains(NodeId.of(number)), forgotten, receiver, meter);
        this.table = table(membership, null);
    }

    private Table table() {
        return table;
    }

    /** The links for these members; those of members that were there before stay. */
    private Table table(Membership membership, @Nullable Table before) {
        int highest = -1;
        for (Membership.Entry entry : membership.entries()) {
            highest = Math.max(highest, entry.node().index());
        }
        @Nullable Link[] byNumber = new @Nullable Link[highest + 1];
        List<Link> called = new ArrayList<>();
        for (Membership.Entry entry : membership.entries()) {
            NodeId peer = entry.node();
            if (peer.equals(self)) {
                continue;
            }
            boolean callsFirst = !membership.contains(self) || self.index() < peer.index();
            Link known = before == null ? null : before.link(peer.index());
            Link link = known == null ? new Link(peer, entry.member(), callsFirst, receiver, meter) : known;
            byNumber[peer.index()] = link;
            called.add(link);
        }
        return new Table(membership, byNumber, List.copyOf(called));
    }

    @Override
    public void follow(Membership next) {
        Table before;
        Table now;
        synchronized (this) {
            before = table;
            if (isOlder(next, before.membership)) {
                return;
            }
            now = table(next, before);
            table = now;
        }
        for (Membership.Entry entry : next.entries()) {
            Link link = now.link(entry.node().index());
            if (link == null) {
                continue;
            }
            if (before.link(entry.node().index()) == link) {
                link.follow(
                        entry.member(),
                        !next.contains(self) || self.index() < entry.node().index());
            } else {
                guests.displace(entry.node());
            }
        }
        for (Link link : before.called) {
            if (now.link(link.peer().index()) != link) {
                link.retire();
            }
        }
    }

    @Override
    public String keyOf(NodeId member) {
        Link link = table.link(member.index());
        return link == null ? "" : link.keyShown();
    }

    private static boolean isOlder(Membership next, Membership present) {
        Configuration known = present.configuration();
        Configuration told = next.configuration();
        return told == null || (known != null && told.number() < known.number());
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        Link link = table.link(to.index());
        Link reached = link == null ? guests.link(to) : link;
        return reached != null && reached.offer(frame, length);
    }

    @Override
    public Iterable<Link> called() {
        return table.called;
    }

    @Override
    public Iterable<Link> listed() {
        return table.called;
    }

    @Override
    public boolean isMemberAddress(InetAddress address) {
        for (Link link : table.called) {
            if (link.isAt(address)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int firstCalls() {
        return table.called.size();
    }

    @Override
    public @Nullable String objectionTo(PeerConnection connection, Hello theirs, Hello mine) {
        Membership membership = table.membership;
        Link calledFor = connection.calledFor;
        GuestName guest = GuestName.read(theirs.memberId());
        Membership.Entry member = guest == null ? entryOf(theirs, membership) : null;
        String objection = connection.objectionTo(guest == null ? theirs.memberId() : guest.name());
        if (objection == null) {
            // Frames about rosters are accepted from present, former and future members.
            boolean isGuest = guest != null && (theirs.place().isFixed() || guest.index() >= NodeId.GUESTS_FROM);
            Role needed = isGuest ? Role.HOLDER : Role.MEMBER;
            objection = connection.rights().objectionTo(Handshakes.activity(needed), needed, null);
        }
        if (objection == null) {
            objection = mine.objectionTo(theirs);
        }
        if (objection == null && guest == null) {
            objection = objectionTo(theirs, mine, member);
        }
        if (objection == null && calledFor != null && !calledFor.member().id().equals(theirs.memberId())) {
            objection = "at " + calledFor.member().address() + " member " + theirs.memberId() + " answers instead of "
                    + calledFor.member().id() + ": let each member listen where the roster says";
        }
        return objection;
    }

    private static Membership.@Nullable Entry entryOf(Hello theirs, Membership membership) {
        return theirs.place().isFixed()
                ? membership.find(theirs.memberId())
                : membership.find(NodeId.of(theirs.place().member()));
    }

    /** Why a node that says it is a member is none. */
    private @Nullable String objectionTo(Hello theirs, Hello mine, Membership.@Nullable Entry member) {
        Membership membership = table.membership;
        if (member == null) {
            boolean isElsewhere = !theirs.place().isFixed()
                    && theirs.place().configuration() != mine.place().configuration();
            return isElsewhere
                    ? null // this node or the other has not heard the news
                    : "a node that calls itself \"" + theirs.memberId()
                            + "\" is not in its own roster: start it as one of " + membership.describe();
        }
        if (!member.id().equals(theirs.memberId())) {
            return "the node that calls itself \"" + theirs.memberId() + "\" has the number of member " + member.id()
                    + ": give each node its own data directory";
        }
        if (!member.fits(theirs.place().key())) {
            return "member " + theirs.memberId() + " has "
                    + (theirs.place().key().isEmpty() ? "no data directory" : "another data directory")
                    + " than the one that the roster names, so it may have forgotten what it has promised. Start it with that"
                    + " directory; if it is lost, start the node with an empty one, and run: quorate roster replace "
                    + theirs.memberId() + " " + member.member();
        }
        return null;
    }

    @Override
    public @Nullable Refusal establish(PeerConnection connection, Hello theirs, Hello mine, long staleNanos) {
        GuestName guest = GuestName.read(theirs.memberId());
        if (guest != null) {
            return guests.establish(connection, guest, theirs, mine, staleNanos);
        }
        Table present = table;
        Membership.Entry member = entryOf(theirs, present.membership);
        if (member == null) {
            GuestName former = new GuestName(theirs.place().member(), theirs.memberId());
            return former.index() == self.index()
                    ? Refusal.ownIdTaken(mine)
                    : guests.establish(connection, former, theirs, mine, staleNanos);
        }
        Link link = present.link(member.node().index());
        if (link == null) {
            return Refusal.ownIdTaken(mine);
        }
        if (connection.calledFor != null && connection.calledFor != link) {
            return new Refusal(Refusal.Reason.NOT_NEEDED, "the roster has changed: call again");
        }
        return link.establish(connection, theirs, mine, staleNanos);
    }

    @Override
    public void ended(Link link, PeerConnection connection) {
        if (link.isMember()) {
            link.ended(connection);
        } else {
            guests.ended(link, connection);
        }
    }
}
