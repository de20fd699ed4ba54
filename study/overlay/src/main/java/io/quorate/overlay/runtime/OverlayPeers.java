// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Link;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Peers;
import io.quorate.node.net.link.Refusal;
import io.quorate.node.net.roles.Role;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of an overlay that this one has to do with: it connects to nodes that it has frames for, and accepts connections of nodes that
 * have frames for it.
 */
final class OverlayPeers implements Peers {
    /** Maximum number of links, each with a socket here: above it, those that were used longest ago are given up. */
    static final int LINKS_MAX = 256;

    /** Maximum number of further connections in progress. */
    private static final int LINKS_WANTED_MAX = 256;

    final AddressBook book;
    final GuardedReceiver receiver;
    final TransportMeter meter;
    private final NodeId self;
    private final long idleNanos;
    private final int linksMax;
    private final long silenceNanos;
    private final Map<NodeId, DemandLink> links = new ConcurrentHashMap<>();

    /** Since when which nodes have said that another one has the number of this one. */
    private final Map<NodeId, Long> ownIdTakenAt = new ConcurrentHashMap<>();

    private volatile Runnable wake = () -> {};

    OverlayPeers(
            NodeId self,
            AddressBook book,
            LinkSettings settings,
            Duration idle,
            int linksMax,
            GuardedReceiver receiver,
            TransportMeter meter) {
        this.self = self;
        this.book = book;
        this.silenceNanos = settings.silenceMax().toNanos();
        this.idleNanos = idle.toNanos();
        this.linksMax = linksMax;
        this.receiver = receiver;
        this.meter = meter;
    }

    @Override
    public void wakeBy(Runnable action) {
        wake = action;
        book.onNews(action);
    }

    void lookSoon() {
        wake.run();
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        if (to.equals(self)) {
            return false;
        }
        while (true) {
            DemandLink link = links.get(to);
            if (link == null && links.size() >= linksMax + LINKS_WANTED_MAX) {
                return false;
            }
            if (link == null) {
                link = links.computeIfAbsent(to, this::newLink);
            }
            if (link.offer(frame, length)) {
                return true;
            }
            if (!link.isRetired()) {
                return false;
            }
        }
    }

    private DemandLink newLink(NodeId peer) {
        return new DemandLink(this, peer, self.index() < peer.index(), silenceNanos);
    }

    @Override
    public Collection<DemandLink> called() {
        return links.values();
    }

    /** The nodes with whom there is a connection now. */
    NodeSet connected() {
        NodeSet.Builder nodes = new NodeSet.Builder();
        for (DemandLink link : links.values()) {
            if (link.current() != null) {
                nodes.add(link.peer().index());
            }
        }
        return nodes.build();
    }

    @Override
    public int firstCalls() {
        return 0;
    }

    /** Nobody knows all nodes of an overlay: those that this one has called are known. */
    @Override
    public boolean isMemberAddress(InetAddress address) {
        for (DemandLink link : links.values()) {
            if (link.isAt(address)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable String objectionTo(PeerConnection session, Hello theirs, Hello mine) {
        String objection = session.objectionTo(theirs.memberId());
        if (objection == null) {
            objection = session.rights().objectionTo("voting", Role.MEMBER, null);
        }
        if (objection == null) {
            objection = mine.objectionToSettings(theirs);
        }
        NodeId node = theirs.numberedNode();
        if (objection == null && node == null) {
            objection = "a node that calls itself \"" + theirs.memberId()
                    + "\" does not say its number or where it listens: run the same release at both";
        }
        Link calledFor = session.calledFor();
        if (objection == null && calledFor != null && !calledFor.peer().equals(node)) {
            objection = "at " + calledFor.member().address() + " node " + theirs.memberId() + " answers instead of "
                    + calledFor.member().id() + ", which was there before";
        }
        return objection;
    }

    @Override
    public @Nullable Refusal establish(PeerConnection session, Hello theirs, Hello mine, long staleNanos) {
        NodeId node = theirs.numberedNode();
        if (node == null || node.equals(self)) {
            return Refusal.ownIdTaken(mine);
        }
        Refusal refusal;
        do {
            refusal = links.computeIfAbsent(node, this::newLink).establish(session, theirs, mine, staleNanos);
        } while (DemandLink.RETIRED.equals(refusal) && session.calledFor() == null);
        if (refusal == null) {
            ownIdTakenAt.remove(node);
        }
        return refusal;
    }

    /** A link that is given up is forgotten; its lock is held. */
    void forget(DemandLink link) {
        links.remove(link.peer(), link);
    }

    @Override
    public void look(long now) {
        List<DemandLink> inUse = new ArrayList<>();
        for (DemandLink link : links.values()) {
            if (link.current() == null) {
                link.look(now);
            } else {
                inUse.add(link);
            }
        }
        int tooMany = inUse.size() - linksMax;
        if (tooMany > 0) {
            inUse.sort(Comparator.comparingLong(DemandLink::usedAt));
        }
        for (int place = 0; place < inUse.size(); place++) {
            DemandLink link = inUse.get(place);
            if (place < tooMany || now - link.usedAt() > idleNanos) {
                endQuietly(link);
            }
        }
    }

    /** A connection with unconfirmed frames is in use: if it ended now, it would be made again at once, as the latest one. */
    private static void endQuietly(DemandLink link) {
        PeerConnection session = link.current();
        if (session != null && !session.hasUnconfirmed()) {
            session.endAsNotNeeded();
        }
    }

    /** A process that has just died may have had it, and that passes; only one that lasts has it. */
    @Override
    public void ownIdIsTaken(Link saidBy, String why) {
        ((DemandLink) saidBy).isThere();
        long now = System.nanoTime();
        long since = ownIdTakenAt.computeIfAbsent(saidBy.peer(), peer -> now);
        if (now - since > 2 * silenceNanos) {
            receiver.idTaken(why);
        }
    }
}
