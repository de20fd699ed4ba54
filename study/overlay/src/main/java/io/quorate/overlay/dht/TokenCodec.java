package io.quorate.overlay.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.overlay.dht.TokenMessage.Cleared;
import io.quorate.overlay.dht.TokenMessage.Enqueue;
import io.quorate.overlay.dht.TokenMessage.Enqueued;
import io.quorate.overlay.dht.TokenMessage.IAmWinner;
import io.quorate.overlay.dht.TokenMessage.NotOwner;
import io.quorate.overlay.dht.TokenMessage.Outcome;
import io.quorate.overlay.dht.TokenMessage.Token;
import io.quorate.overlay.dht.TokenMessage.TokenAck;
import io.quorate.overlay.dht.TokenMessage.Voter;
import java.util.ArrayList;
import java.util.List;

/** The messages of the End-to-End protocol: one byte for the kind, the stamp, then what the kind needs. */
public final class TokenCodec {
    /** No queue is longer: a Token must fit into one frame. */
    public static final int QUEUE_MAX = 2048;

    private static final int I_AM_WINNER = 0;
    private static final int CLEARED = 1;
    private static final int ENQUEUE = 2;
    private static final int ENQUEUED = 3;
    private static final int NOT_OWNER = 4;
    private static final int TOKEN = 5;
    private static final int ACK = 6;
    private static final int KINDS = 7;

    /** In the order of their numbers on the wire. */
    private static final List<Outcome> OUTCOMES = List.of(Outcome.MOVED, Outcome.TAKEN, Outcome.NOT_WANTED);

    private TokenCodec() {}

    static void write(TokenMessage message, ByteSink sink) {
        sink.writeByte(kindOf(message));
        sink.writeStamp(message.stamp());
        if (message instanceof IAmWinner winner) {
            sink.writeByte(winner.replica());
            sink.writeInt(winner.at().index());
        } else if (message instanceof Cleared cleared) {
            sink.writeByte(cleared.replica());
        } else if (message instanceof Enqueue enqueue) {
            sink.writeStamp(enqueue.owner());
            sink.writeInt(enqueue.forwards());
        } else if (message instanceof Enqueued enqueued) {
            sink.writeStamp(enqueued.owner());
            sink.writeInt(enqueued.place());
        } else if (message instanceof Token token) {
            write(token, sink);
        } else if (message instanceof TokenAck ack) {
            sink.writeByte(OUTCOMES.indexOf(ack.outcome()));
        }
    }

    private static int kindOf(TokenMessage message) {
        if (message instanceof IAmWinner) {
            return I_AM_WINNER;
        }
        if (message instanceof Cleared) {
            return CLEARED;
        }
        if (message instanceof Enqueue) {
            return ENQUEUE;
        }
        if (message instanceof Enqueued) {
            return ENQUEUED;
        }
        if (message instanceof NotOwner) {
            return NOT_OWNER;
        }
        return message instanceof Token ? TOKEN : ACK;
    }

    private static void write(Token token, ByteSink sink) {
        sink.writeInt(token.voters().size());
        for (Voter voter : token.voters()) {
            sink.writeByte(voter.replica());
            sink.writeInt(voter.node().index());
        }
        sink.writeInt(token.queue().size());
        token.queue().forEach(sink::writeStamp);
    }

    static TokenMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message about a token");
        Stamp stamp = source.readStamp();
        return switch (kind) {
            case I_AM_WINNER -> new IAmWinner(stamp, readReplica(source), source.readNode());
            case CLEARED -> new Cleared(stamp, readReplica(source));
            case ENQUEUE -> new Enqueue(stamp, source.readStamp(), source.readInt());
            case ENQUEUED -> new Enqueued(stamp, source.readStamp(), source.readInt());
            case NOT_OWNER -> new NotOwner(stamp);
            case TOKEN -> readToken(stamp, source);
            default -> new TokenAck(stamp, OUTCOMES.get(source.readChoice(OUTCOMES.size(), "outcome")));
        };
    }

    private static int readReplica(ByteSource source) {
        return source.readChoice(DhtCodec.REPLICAS_MAX, "replica");
    }

    private static Token readToken(Stamp stamp, ByteSource source) {
        int voters = readCount(DhtCodec.REPLICAS_MAX, "voters", source);
        List<Voter> voted = new ArrayList<>();
        for (int place = 0; place < voters; place++) {
            int replica = readReplica(source);
            NodeId node = source.readNode();
            voted.add(new Voter(replica, node));
        }
        int waiting = readCount(QUEUE_MAX, "requests in a queue", source);
        List<Stamp> queue = new ArrayList<>();
        for (int place = 0; place < waiting; place++) {
            queue.add(source.readStamp());
        }
        return new Token(stamp, voted, queue);
    }

    private static int readCount(int max, String what, ByteSource source) {
        int count = source.readInt();
        if (count > max) {
            throw new MalformedFrameException("there are never " + count + " " + what);
        }
        return count;
    }
}
