package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Frames over TCP, on the connection layer of JGroups. Order is kept between any two nodes.
 *
 * <p>Why not a whole JGroups stack: the roster is fixed and the lock protocol repairs what is lost, so views,
 * retransmission and merging would only add what can go wrong (a stopped coordinator holds up those who start; a view
 * change closes connections; flow control blocks senders). And a stack parses whatever it reads: it trusts lengths inside a
 * message and knows messages that carry serialised Java objects. Here nothing but our own packets is read, each within its
 * length. {@code LinkRoundTrips} in the tests measures both ways.
 *
 * <p>How loss is noticed: a connection that ends ends its session, and a new one begins with a reset told at both ends;
 * within a session frames are numbered, and beats tell the last number.
 */
public final class JGroupsTransport implements Transport {
    private static final int PROTOCOL_LENGTH_MAX = 500;

    private final Roster roster;
    private final NodeId self;
    private final LinkSettings settings;
    private final TransportMeter meter = new TransportMeter();
    private final Hello hello;
    private volatile @Nullable LinkKeeper keeper;
    private boolean closed;

    /** With the usual {@link LinkSettings}. */
    public JGroupsTransport(Roster roster, NodeId self, int incarnation, String protocol) {
        this(roster, self, incarnation, protocol, LinkSettings.usual());
    }

    /**
     * A transport still to be opened.
     *
     * @param incarnation higher at each start of this node; peers refuse one that is not
     * @param protocol what the nodes must agree on beyond the roster, such as the lock protocol and the quorums, in any
     *     words: nodes with different ones refuse each other
     */
    public JGroupsTransport(Roster roster, NodeId self, int incarnation, String protocol, LinkSettings settings) {
        this.roster = roster;
        this.self = self;
        this.settings = settings;
        if (protocol.length() > PROTOCOL_LENGTH_MAX) {
            throw new TransportException("the protocol's name has " + protocol.length() + " characters: choose one of "
                    + PROTOCOL_LENGTH_MAX + " at most");
        }
        if (incarnation < 0) {
            throw new TransportException("the incarnation " + incarnation + " is negative: count up from 0");
        }
        List<String> members = new ArrayList<>();
        roster.members().forEach(member -> members.add(member.toString()));
        this.hello = new Hello(
                roster.cluster(),
                protocol + "/" + Frame.VERSION,
                roster.member(self).id(),
                incarnation,
                UUID.randomUUID().getMostSignificantBits(),
                members);
    }

    /**
     * Listens and calls every peer once before it returns, which takes a moment only, since a peer that does not answer is
     * not waited for. Throws also if a node with this id is already running.
     */
    @Override
    public void open(Receiver receiver) {
        LinkKeeper opening;
        synchronized (this) {
            if (closed || keeper != null) {
                throw new TransportException(
                        "this transport was opened before: make a new one for each start of a node");
            }
            opening = new LinkKeeper(roster, self, hello, settings, new GuardedReceiver(receiver, meter), meter);
            keeper = opening;
        }
        try {
            opening.start();
        } catch (TransportException failure) {
            close();
            throw failure;
        }
    }

    @Override
    public boolean offer(NodeId to, byte[] frame, int length) {
        LinkKeeper links = keeper;
        Link link = links == null ? null : links.link(to);
        boolean sent = link != null && length <= Frame.LENGTH_MAX && link.offer(frame, length);
        if (sent) {
            meter.sent(length);
        } else {
            meter.framesDropped.increment();
        }
        return sent;
    }

    @Override
    public TransportCounters counters() {
        return meter.counters();
    }

    @Override
    public void close() {
        LinkKeeper closing;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            closing = keeper;
        }
        if (closing != null) {
            closing.close();
        }
    }
}
