// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tcp;

import io.quorate.core.model.NodeId;
import io.quorate.core.roster.Configuration;
import io.quorate.core.wire.Frame;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.GuestName;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportCounters;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Peers;
import io.quorate.node.net.link.RosterPeers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Frames over TCP, with or without TLS. Order is kept between any two nodes.
 *
 * <p>How loss is noticed: a socket that ends ends its connection, and the next connection begins with a reset told at both ends.
 * Within a connection frames are numbered, and heartbeats tell the last number.
 */
public class TcpTransport implements Transport {
    private final String name;
    private final LinkSettings settings;
    private final TransportMeter meter = new TransportMeter();
    private final Hello hello;
    private final Roster.@Nullable Member usualAddress;
    private final Peers.Maker peers;
    private volatile @Nullable LinkSupervisor keeper;

    /** Null of a node without a roster. */
    private @Nullable NodeId self;

    private String key = "";

    /** The ids of all members that this start has known. */
    private final Set<String> everMembers = ConcurrentHashMap.newKeySet();

    private boolean closed;

    /**
     * A transport of a member, still to be opened.
     *
     * @param incarnation higher at each start of this node; peers refuse one that is not
     * @param clusterSettings what all nodes must agree on beside the roster, such as the protocol and the quorums: nodes with
     *     different ones refuse each other
     */
    public TcpTransport(Roster roster, NodeId self, long incarnation, String clusterSettings, LinkSettings settings) {
        this(roster, self, roster.member(self).id(), incarnation, clusterSettings, settings);
    }

    /** Of a guest, if the node is not in the roster. */
    public TcpTransport(
            Roster roster, NodeId self, String name, long incarnation, String clusterSettings, LinkSettings settings) {
        this(Membership.of(roster), self, name, incarnation, clusterSettings, "", settings);
    }

    /**
     * Of a node whose roster may change.
     *
     * @param name the id of a member, or the name of a guest
     * @param key of its data directory; empty if it has none
     */
    public TcpTransport(
            Membership membership,
            NodeId self,
            String name,
            long incarnation,
            String clusterSettings,
            String key,
            LinkSettings settings) {
        this(
                name,
                helloOf(membership, self, name, incarnation, clusterSettings, key),
                settings,
                membership.contains(self) ? membership.member(self) : null,
                (receiver, meter) -> new RosterPeers(membership, self, settings.clockWindow(), receiver, meter));
        this.self = self;
        this.key = key;
        if (membership.configuration() != null) {
            admit(membership);
        }
    }

    /** Those who are or were members have that role, unless their certificates or the file of roles say otherwise. */
    private void admit(Membership membership) {
        membership.entries().forEach(entry -> everMembers.add(entry.id()));
        if (settings.tls() != null) {
            settings.roles().follow(everMembers::contains);
        }
    }

    /**
     * A node with this name that says this hello.
     *
     * @param usualAddress where it listens if the settings say nothing else; null for nowhere
     */
    public TcpTransport(
            String name, Hello hello, LinkSettings settings, Roster.@Nullable Member usualAddress, Peers.Maker peers) {
        this.name = name;
        this.hello = hello;
        this.settings = settings;
        this.usualAddress = usualAddress;
        this.peers = peers;
    }

    /** The hello of a node of a roster. */
    public static Hello helloOf(
            Membership membership, NodeId self, String name, long incarnation, String clusterSettings, String key) {
        String memberId = memberId(membership, self, name);
        List<String> members = membership.texts();
        return Hello.first(membership.cluster(), clusterSettings, memberId, incarnation, members)
                .movedTo(memberId, members, place(membership, self, key));
    }

    private static String memberId(Membership membership, NodeId self, String name) {
        return membership.contains(self) ? name : new GuestName(self.index(), name).toMemberId();
    }

    private static Hello.Place place(Membership membership, NodeId self, String key) {
        Configuration present = membership.configuration();
        return present == null
                ? Hello.Place.FIXED
                : new Hello.Place(
                        present.latest().lineage(),
                        present.number(),
                        self.index(),
                        key,
                        present.latest().quorums() + ", lease "
                                + present.latest().terms().lease());
    }

    @Override
    public final void follow(Membership next) {
        NodeId present = self;
        LinkSupervisor links = keeper;
        if (present != null && links != null) {
            Hello saying = hello.movedTo(memberId(next, present, name), next.texts(), place(next, present, key));
            admit(next);
            links.follow(next, saying);
        }
    }

    /**
     * Listens and calls every peer once before it returns, which takes a moment only, since a peer that does not answer is
     * not waited for. Throws also if a node with this id is already running.
     */
    @Override
    public final void open(Receiver receiver) {
        LinkSupervisor opening;
        synchronized (this) {
            if (closed || keeper != null) {
                throw new TransportException(
                        "this transport was opened before: make a new one for each start of a node");
            }
            GuardedReceiver guarded = new GuardedReceiver(receiver, meter);
            opening = new LinkSupervisor(peers.make(guarded, meter), hello, settings, guarded, meter);
            keeper = opening;
        }
        try {
            Roster.Member listen = settings.listenAddress();
            Roster.Member listenAt = listen == null ? usualAddress : listen;
            opening.start(events -> TcpServer.start(name, events, listenAt, settings));
        } catch (TransportException failure) {
            close();
            throw failure;
        } catch (OutOfMemoryError noThread) {
            close();
            throw new TransportException(
                    "cannot start a thread (" + noThread + "): raise the limits of this process (ulimit -u, -Xmx)",
                    noThread);
        }
    }

    @Override
    public final boolean offer(NodeId to, byte[] frame, int length) {
        LinkSupervisor links = keeper;
        boolean sent = links != null && length <= Frame.LENGTH_MAX && links.offer(to, frame, length);
        if (sent) {
            meter.sent(length);
        } else {
            meter.framesDropped.increment();
        }
        return sent;
    }

    @Override
    public final String keyOf(NodeId member) {
        LinkSupervisor links = keeper;
        return member.equals(self) ? key : links == null ? "" : links.keyOf(member);
    }

    @Override
    public final TransportCounters counters() {
        return meter.counters();
    }

    @Override
    public final void close() {
        LinkSupervisor closing;
        synchronized (this) {
            closed = true;
            closing = keeper;
        }
        if (closing != null) {
            closing.close(); // again, if it was closed before: it may have had no memory for all of it
        }
    }

    /** The id of this member, or the name of this guest. */
    public final String name() {
        return name;
    }
}
