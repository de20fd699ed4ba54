// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import static io.quorate.overlay.dht.DhtMessage.readReplica;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Messages;
import io.quorate.overlay.OverlayMessage;
import java.util.List;

/** The messages of the End-to-End protocol, in which the holder keeps the queue, and hands lock and queue to the next. */
public sealed interface TokenMessage extends DhtMessage {
    /** No queue is longer: a Token must fit into one frame. */
    int QUEUE_MAX = 2048;

    /** As bytes: the code, the stamp, then what the message adds. */
    Messages<TokenMessage> TABLE = Messages.<TokenMessage>of("message about a token")
            .message(0, IAmWinner.class, in -> new IAmWinner(in.readStamp(), readReplica(in), in.readNode()))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica).writeNode(m.at))
            .message(1, Cleared.class, in -> new Cleared(in.readStamp(), readReplica(in)))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica))
            .message(2, Enqueue.class, in -> new Enqueue(in.readStamp(), in.readStamp(), in.readInt()))
            .write((m, to) -> to.writeStamp(m.stamp).writeStamp(m.owner).writeInt(m.forwards))
            .message(3, Enqueued.class, in -> new Enqueued(in.readStamp(), in.readStamp(), in.readInt()))
            .write((m, to) -> to.writeStamp(m.stamp).writeStamp(m.owner).writeInt(m.place))
            .message(4, NotOwner.class, in -> new NotOwner(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(5, Token.class, Token::read)
            .write((m, to) -> to.writeStamp(m.stamp)
                    .writeList(
                            m.voters,
                            (sink, voter) -> sink.writeByte(voter.replica).writeNode(voter.node))
                    .writeList(m.queue, ByteSink::writeStamp))
            .message(6, TokenAck.class, in -> new TokenAck(in.readStamp(), Outcome.read(in)))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(Outcome.CODES.indexOf(m.outcome)));

    /** A replica, and the node that has voted for it. */
    record Voter(int replica, NodeId node) {
        @Override
        public String toString() {
            return "r" + (replica + 1) + "@" + node;
        }
    }

    /** Towards a replica: this request has the lock; nodes that see it pass may tell others. */
    record IAmWinner(Stamp stamp, int replica, NodeId at) implements TokenMessage {
        @Override
        public String toString() {
            return "IAmWinner " + stamp + DhtMessage.at(replica);
        }
    }

    /** Along the Next pointers that an IAmWinner has left: it is not so any more. The paper's RELEASE, as far as it cleans up. */
    record Cleared(Stamp stamp, int replica) implements TokenMessage {
        @Override
        public String toString() {
            return "Cleared " + stamp + DhtMessage.at(replica);
        }
    }

    /**
     * To the holder: this request waits for the lock. From the node that asks, or from one that has stopped its request.
     *
     * @param owner the request by which the receiver has the lock, as far as the sender knows
     * @param forwards over how many nodes it has come that do not have the lock any more
     */
    record Enqueue(Stamp stamp, Stamp owner, int forwards) implements TokenMessage {
        @Override
        public String toString() {
            return "Enqueue " + stamp + " at " + owner;
        }
    }

    /** To a waiting request: the number of requests before it. */
    record Enqueued(Stamp stamp, Stamp owner, int place) implements TokenMessage {
        @Override
        public String toString() {
            return "Enqueued " + stamp + " #" + (place + 1) + " at " + owner;
        }
    }

    /** To a request that waits: not here. */
    record NotOwner(Stamp stamp) implements TokenMessage {
        @Override
        public String toString() {
            return "NotOwner to " + stamp;
        }
    }

    /** From a node that leaves to the first of its queue: take the votes that this request has, and the rest of the queue. */
    record Token(Stamp stamp, List<Voter> voters, List<Stamp> queue) implements TokenMessage {
        public Token {
            voters = List.copyOf(voters);
            queue = List.copyOf(queue);
        }

        private static Token read(ByteSource in) {
            Stamp stamp = in.readStamp();
            List<Voter> voters = OverlayMessage.readList(
                    in, DhtMessage.REPLICAS_MAX, "voters", each -> new Voter(readReplica(each), each.readNode()));
            List<Stamp> queue = OverlayMessage.readList(in, QUEUE_MAX, "requests in a queue", ByteSource::readStamp);
            return new Token(stamp, voters, queue);
        }

        @Override
        public String toString() {
            return "Token of " + stamp + (queue.isEmpty() ? "" : " then " + queue);
        }
    }

    /** The outcome of the Token of this request. */
    record TokenAck(Stamp stamp, Outcome outcome) implements TokenMessage {
        @Override
        public String toString() {
            return "TokenAck of " + stamp + " " + outcome;
        }
    }

    /** The outcome of a Token. */
    enum Outcome {
        /** All votes are with the one that it was sent to. */
        MOVED,
        /** It was taken, but not all votes could be moved. */
        TAKEN,
        /** The receiver does not want the lock any more. */
        NOT_WANTED;

        /** In the order of their codes on the wire. */
        private static final List<Outcome> CODES = List.of(MOVED, TAKEN, NOT_WANTED);

        private static Outcome read(ByteSource in) {
            return CODES.get(in.readChoice(CODES.size(), "outcome"));
        }
    }
}
