package io.quorate.node.net;

import io.quorate.core.wire.MalformedFrameException;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Receives those who are no nodes and only ask questions. What may be asked, and what is answered, others know. */
final class Visits {
    private static final System.Logger LOG = System.getLogger(Visits.class.getName());

    /** A visitor that is silent for so long has to go. */
    private static final long SILENCE_MAX_NANOS = Duration.ofSeconds(60).toNanos();

    private final Hello mine;
    private final GuardedReceiver receiver;
    private final TransportMeter meter;

    Visits(Hello mine, GuardedReceiver receiver, TransportMeter meter) {
        this.mine = mine;
        this.receiver = receiver;
        this.meter = meter;
    }

    /** Somebody has called who wants to ask; it is told who is here, or why it is not answered. */
    void hello(Session session, byte[] content) {
        VisitorHello visitor = VisitorHello.read(content);
        String objection = session.objectionTo(visitor.id());
        if (objection == null) {
            objection = visitor.objectionOf(mine);
        }
        if (objection == null) {
            session.receive(visitor);
            session.sendWord(Packet.Kind.HELLO, mine.toBytes());
            return;
        }
        String why = objection;
        meter.peersRefused.increment();
        LOG.log(Level.WARNING, () -> mine.memberId() + " refused the visitor " + visitor + ": " + why);
        session.sendWord(Packet.Kind.REFUSED, new Refusal(Refusal.Reason.DOES_NOT_FIT, why).toBytes());
        session.close();
    }

    /** A packet has come from somebody who is no peer. */
    void received(Session session, Packet packet) {
        VisitorHello visitor = session.visitor();
        if (visitor == null) {
            throw new MalformedFrameException("a frame before the hello");
        }
        if (packet.kind() == Packet.Kind.FRAME) {
            receiver.visited(
                    new Transport.Visitor() {
                        @Override
                        public String name() {
                            return visitor + " from " + session.remote();
                        }

                        @Override
                        public boolean answer(byte[] frame, int length) {
                            return session.sendFrame(frame, length);
                        }
                    },
                    packet.bytes(),
                    Packet.HEADER_LENGTH,
                    packet.contentLength());
        }
    }

    /** Whether this one has had time enough. */
    static boolean isOver(Session session, long now) {
        return session.silenceNanos(now) > SILENCE_MAX_NANOS;
    }
}
