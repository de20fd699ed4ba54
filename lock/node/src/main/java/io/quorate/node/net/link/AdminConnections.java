package io.quorate.node.net.link;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportMeter;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Accepts admin clients, which are no nodes and only ask. What may be asked, and what is answered, others know. */
final class AdminConnections {
    private static final System.Logger LOG = System.getLogger(AdminConnections.class.getName());

    /** A connection of an admin client that is silent for so long is closed. */
    private static final long SILENCE_MAX_NANOS = Duration.ofSeconds(60).toNanos();

    private final Hello mine;
    private final GuardedReceiver receiver;
    private final TransportMeter meter;

    AdminConnections(Hello mine, GuardedReceiver receiver, TransportMeter meter) {
        this.mine = mine;
        this.receiver = receiver;
        this.meter = meter;
    }

    /** Somebody has called who wants to ask; it is told who is here, or why it is not answered. */
    void hello(PeerConnection connection, byte[] content) {
        AdminHello client = AdminHello.read(content);
        String objection = connection.objectionTo(client.id());
        if (objection == null) {
            objection = client.objectionOf(mine);
        }
        if (objection == null) {
            connection.receive(client);
            connection.sendWord(Packet.Kind.HELLO, mine.toBytes());
            return;
        }
        String why = objection;
        meter.peersRefused.increment();
        LOG.log(Level.WARNING, () -> mine.memberId() + " refused the admin client " + client + ": " + why);
        connection.sendWord(Packet.Kind.REFUSED, new Refusal(Refusal.Reason.DOES_NOT_FIT, why).toBytes());
        connection.close();
    }

    /** A packet has come from somebody who is no peer. */
    void received(PeerConnection connection, Packet packet) {
        AdminHello client = connection.client();
        if (client == null) {
            throw new MalformedFrameException("a frame before the hello");
        }
        if (packet.kind() == Packet.Kind.FRAME) {
            receiver.adminRequested(
                    new Transport.AdminCaller() {
                        @Override
                        public String name() {
                            return client + " from " + connection.remote();
                        }

                        @Override
                        public boolean answer(byte[] frame, int length) {
                            return connection.sendFrame(frame, length);
                        }
                    },
                    packet.bytes(),
                    Packet.HEADER_LENGTH,
                    packet.contentLength());
        }
    }

    /** Whether this one has had time enough. */
    static boolean isOver(PeerConnection connection, long now) {
        return connection.silenceNanos(now) > SILENCE_MAX_NANOS;
    }
}
