// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Peers;
import io.quorate.node.net.tcp.TcpTransport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Frames over TCP between the nodes of an overlay, of which nobody knows all. A connection is made when there is something to send to a
 * node, and ended when it is idle. Where a node listens is known from what others say of it
 * ({@link AddressBook}); if nobody has, the receiver is told that the address is wanted, and the frame waits a little.
 */
public final class OverlayTransport extends TcpTransport {
    /** A connection over which nothing but beats goes for so long is not needed. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Maker maker;

    /** Makes the peers when the transport opens, and keeps them. */
    static final class Maker implements Peers.Maker {
        private final NodeId self;
        private final AddressBook book;
        private final LinkSettings settings;
        private final Duration idle;
        private final int linksMax;
        private volatile @Nullable OverlayPeers made;

        Maker(NodeId self, AddressBook book, LinkSettings settings, Duration idle, int linksMax) {
            this.self = self;
            this.book = book;
            this.settings = settings;
            this.idle = idle;
            this.linksMax = linksMax;
        }

        @Override
        public Peers make(GuardedReceiver receiver, TransportMeter meter) {
            OverlayPeers peers = new OverlayPeers(self, book, settings, idle, linksMax, receiver, meter);
            made = peers;
            return peers;
        }
    }

    /**
     * A transport still to be opened.
     *
     * @param at where the others reach this node; it listens there unless the settings say something else
     * @param clusterSettings what the nodes must agree on, in any words: nodes with different ones refuse each other
     */
    public OverlayTransport(
            String cluster,
            NodeId self,
            AddressBook book,
            Roster.Member at,
            long incarnation,
            String clusterSettings,
            LinkSettings settings) {
        this(
                Hello.withoutRoster(cluster, clusterSettings, self, incarnation, at),
                at,
                settings,
                new Maker(self, book, settings, IDLE, OverlayPeers.LINKS_MAX));
    }

    /** With the limits of connections that the maker has. */
    OverlayTransport(Hello hello, Roster.Member at, LinkSettings settings, Maker maker) {
        super(hello.memberId(), hello, settings, at, maker);
        this.maker = maker;
    }

    /** The nodes with whom there is a connection now. */
    public NodeSet connected() {
        OverlayPeers peers = maker.made;
        return peers == null ? NodeSet.EMPTY : peers.connected();
    }
}
