package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Frames over TCP between the nodes of an overlay, of which nobody knows all. A connection is made when there is something to say
 * to a node, and ended when nothing has been said for a while. Where a node listens is known from what others say of it
 * ({@link AddressBook}); if nobody has, the receiver is told that the address is wanted, and the frame waits a little.
 */
public final class OverlayTransport extends LinkedTransport {
    /** A connection over which nothing but beats goes for so long is not needed. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Connected connected;

    /** Of the transport, once it is open. */
    private static final class Connected {
        volatile @Nullable OverlayPeers peers;
    }

    /**
     * A transport still to be opened.
     *
     * @param at where the others reach this node; it listens there unless the settings say something else
     * @param protocol what the nodes must agree on, in any words: nodes with different ones refuse each other
     */
    public OverlayTransport(
            String cluster,
            NodeId self,
            AddressBook book,
            Roster.Member at,
            int incarnation,
            String protocol,
            LinkSettings settings) {
        this(cluster, self, book, at, incarnation, protocol, settings, IDLE, new Connected());
    }

    private OverlayTransport(
            String cluster,
            NodeId self,
            AddressBook book,
            Roster.Member at,
            int incarnation,
            String protocol,
            LinkSettings settings,
            Duration idle,
            Connected connected) {
        super(
                self.toString(),
                Hello.ofOverlay(cluster, protocol, self, incarnation, at),
                settings,
                at,
                (receiver, meter) -> {
                    OverlayPeers peers = new OverlayPeers(self, book, settings, idle, receiver, meter);
                    connected.peers = peers;
                    return peers;
                });
        this.connected = connected;
    }

    /** The same with connections that are ended sooner. */
    static OverlayTransport withIdle(
            String cluster, NodeId self, AddressBook book, Roster.Member at, LinkSettings settings, Duration idle) {
        return new OverlayTransport(cluster, self, book, at, 1, "any", settings, idle, new Connected());
    }

    /** The nodes with whom there is a connection now. */
    public NodeSet connected() {
        OverlayPeers peers = connected.peers;
        return peers == null ? NodeSet.EMPTY : peers.connected();
    }

    @Override
    WireSource startWires(Roster.@Nullable Member listenAt, LinkSettings times, WireEvents events) {
        return LinkServer.start(name(), events, listenAt, times.tls());
    }
}
