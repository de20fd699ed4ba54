// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LogThrottle;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.roles.PeerRights;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/** Accepts admin clients, which are no nodes and only ask. It does not know which questions are allowed, or their answers. */
final class AdminConnections {
    private static final EventLog LOG = EventLog.of(AdminConnections.class);

    /** An idle client is disconnected after this time. */
    private static final long SILENCE_MAX_NANOS = Duration.ofSeconds(10).toNanos();

    /** Maximum number of clients at once; one more takes the place of the one that has been silent longest. */
    static final int CLIENTS_MAX = 64;

    /** Maximum bytes of answers that wait for one client, and for all together: a report of a node has 64 KB. */
    private static final long ONE_WAITING_MAX = 8 * 1024 * 1024;

    private static final long ALL_WAITING_MAX = 32 * 1024 * 1024;

    private final PeerConnection.Budget budget =
            new PeerConnection.Budget("the admin client", ONE_WAITING_MAX, ALL_WAITING_MAX);

    /** The present hello of this node. */
    private final Supplier<Hello> mine;

    private final GuardedReceiver receiver;
    private final TransportMeter meter;
    private final Set<PeerConnection> clients = new LinkedHashSet<>();
    private final LogThrottle logThrottle = new LogThrottle();

    AdminConnections(Supplier<Hello> mine, GuardedReceiver receiver, TransportMeter meter) {
        this.mine = mine;
        this.receiver = receiver;
        this.meter = meter;
    }

    /** Somebody has called who wants to ask; it is told who is here, or why it is not answered. */
    void hello(PeerConnection connection, byte[] content) {
        AdminHello client = AdminHello.read(content);
        String objection = connection.objectionTo(client.id());
        if (objection == null && !client.cluster().equals(mine.get().cluster())) {
            objection = Handshakes.noSuchCluster(client.cluster());
        }
        if (objection == null) {
            makeRoom(connection);
            connection.receive(client, budget);
            connection.sendWord(Packet.Kind.HELLO, mine.get().withoutProof().toBytes());
            return;
        }
        String why = objection;
        meter.peersRefused.increment();
        boolean loud = logThrottle.isWorthSaying(why, System.nanoTime());
        LOG.sayIf(loud, LogEvent.ADMIN_REFUSED, mine.get().memberId(), client, connection.remote(), why);
        connection.sendWord(Packet.Kind.REFUSED, new Refusal(Refusal.Reason.DOES_NOT_FIT, why).toBytes());
        connection.end();
    }

    private void makeRoom(PeerConnection connection) {
        PeerConnection longestSilent = null;
        synchronized (clients) {
            if (clients.size() >= CLIENTS_MAX) {
                long now = System.nanoTime();
                longestSilent = Collections.max(clients, Comparator.comparingLong(each -> each.silenceNanos(now)));
                clients.remove(longestSilent);
            }
            clients.add(connection);
        }
        if (longestSilent != null) {
            longestSilent.close();
        }
    }

    /** The connection has ended. */
    void closed(PeerConnection connection) {
        synchronized (clients) {
            clients.remove(connection);
        }
    }

    /** A packet has come from somebody who is no peer. */
    void received(PeerConnection connection, Packet packet) {
        AdminHello client = connection.client();
        if (client == null) {
            throw new MalformedFrameException("a frame before the hello");
        }
        if (packet.kind() == Packet.Kind.FRAME) {
            if (connection.someWait()) { // else what it does not read would fill the memory
                throw new MalformedFrameException("an admin client asks again, and has not read what it was answered");
            }
            receiver.adminRequested(
                    new Transport.AdminCaller() {
                        @Override
                        public String name() {
                            return client + " from " + connection.remote();
                        }

                        @Override
                        public PeerRights rights() {
                            return connection.rights();
                        }

                        @Override
                        public boolean answer(byte[] frame, int length) {
                            return connection.sendFrame(frame, length);
                        }
                    },
                    packet.bytes(),
                    Packet.CONTENT_OFFSET,
                    packet.contentLength());
        }
    }

    /** Hangs up on a client that is silent. */
    void lookAfter(PeerConnection connection, long now) {
        if (connection.silenceNanos(now) > SILENCE_MAX_NANOS) {
            connection.close();
        }
    }
}
