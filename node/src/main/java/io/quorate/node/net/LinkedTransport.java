package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the transports have in common that keep a {@link Link} with each peer: all but where the wires come from. */
abstract class LinkedTransport implements Transport {
    private static final int PROTOCOL_LENGTH_MAX = 500;

    private final Roster roster;
    private final NodeId self;
    private final String name;
    private final LinkSettings settings;
    private final TransportMeter meter = new TransportMeter();
    private final Hello hello;
    private volatile @Nullable LinkKeeper keeper;
    private boolean closed;

    LinkedTransport(Roster roster, NodeId self, int incarnation, String protocol, LinkSettings settings) {
        this(roster, self, roster.member(self).id(), incarnation, protocol, settings);
    }

    /** Of a guest, if the node is not in the roster. */
    LinkedTransport(Roster roster, NodeId self, String name, int incarnation, String protocol, LinkSettings settings) {
        this.name = name;
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
                isGuest() ? new GuestName(self.index(), name).toMemberId() : name,
                incarnation,
                UUID.randomUUID().getMostSignificantBits(),
                0,
                members);
    }

    private boolean isGuest() {
        return self.index() >= roster.size();
    }

    /** Listens from now on; a {@link TransportException} says why not. A guest listens nowhere: null. */
    abstract WireSource startWires(
            Roster with, Roster.@Nullable Member listenAt, LinkSettings times, WireEvents events);

    /**
     * Listens and calls every peer once before it returns, which takes a moment only, since a peer that does not answer is
     * not waited for. Throws also if a node with this id is already running.
     */
    @Override
    public final void open(Receiver receiver) {
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
            Roster.Member listen = settings.listenAddress();
            Roster.Member listenAt = listen != null || isGuest() ? listen : roster.member(self);
            opening.start(events -> startWires(roster, listenAt, settings, events));
        } catch (TransportException failure) {
            close();
            throw failure;
        }
    }

    @Override
    public final boolean offer(NodeId to, byte[] frame, int length) {
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
    public final TransportCounters counters() {
        return meter.counters();
    }

    @Override
    public final void close() {
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

    /** The id of this member, or the name of this guest. */
    final String name() {
        return name;
    }
}
