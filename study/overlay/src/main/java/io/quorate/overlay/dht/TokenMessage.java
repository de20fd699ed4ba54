package io.quorate.overlay.dht;

import io.quorate.core.lock.Outbox;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.List;

/** The messages of the End-to-End protocol, in which whoever has the lock keeps the queue, and hands both to the next. */
public sealed interface TokenMessage extends DhtMessage {
    void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out);

    @Override
    default void deliverTo(DhtMessage.Handler handler, NodeId from, Outbox<DhtMessage> out) {
        handler.onTokenMessage(this, from, out);
    }

    /** Who understands them. */
    interface Handler {
        void onIAmWinner(IAmWinner winner, NodeId from, Outbox<DhtMessage> out);

        void onCleared(Cleared cleared, NodeId from, Outbox<DhtMessage> out);

        void onEnqueue(Enqueue enqueue, NodeId from, Outbox<DhtMessage> out);

        void onEnqueued(Enqueued enqueued, NodeId from, Outbox<DhtMessage> out);

        void onNotOwner(NotOwner notOwner, NodeId from, Outbox<DhtMessage> out);

        void onToken(Token token, NodeId from, Outbox<DhtMessage> out);

        void onTokenAck(TokenAck ack, NodeId from, Outbox<DhtMessage> out);
    }

    /** A replica, and the node that has voted for it. */
    record Voter(int replica, NodeId node) {
        @Override
        public String toString() {
            return "r" + (replica + 1) + "@" + node;
        }
    }

    /** Towards a replica: this request has the lock, as whoever sees it pass may tell others. */
    record IAmWinner(Stamp stamp, int replica, NodeId at) implements TokenMessage {
        @Override
        public void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onIAmWinner(this, from, out);
        }

        @Override
        public String toString() {
            return "IAmWinner " + stamp + DhtMessage.at(replica);
        }
    }

    /** Along the Next pointers that an IAmWinner has left: it is not so any more. The paper's RELEASE, as far as it cleans up. */
    record Cleared(Stamp stamp, int replica) implements TokenMessage {
        @Override
        public void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onCleared(this, from, out);
        }

        @Override
        public String toString() {
            return "Cleared " + stamp + DhtMessage.at(replica);
        }
    }

    /**
     * To whoever has the lock: this request waits for it. From the node that asks, or from one that has stopped its request.
     *
     * @param owner the request by which the receiver has the lock, as far as the sender knows
     * @param forwards over how many nodes it has come that do not have the lock any more
     */
    record Enqueue(Stamp stamp, Stamp owner, int forwards) implements TokenMessage {
        @Override
        public void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onEnqueue(this, from, out);
        }

        @Override
        public String toString() {
            return "Enqueue " + stamp + " at " + owner;
        }
    }

    /** To a request that waits: so many are before it. */
    record Enqueued(Stamp stamp, Stamp owner, int place) implements TokenMessage {
        @Override
        public void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onEnqueued(this, from, out);
        }

        @Override
        public String toString() {
            return "Enqueued " + stamp + " #" + (place + 1) + " at " + owner;
        }
    }

    /** To a request that waits: not here. */
    record NotOwner(Stamp stamp) implements TokenMessage {
        @Override
        public void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onNotOwner(this, from, out);
        }

        @Override
        public String toString() {
            return "NotOwner to " + stamp;
        }
    }

    /** From whoever leaves to the first of its queue: take the votes that this request has, and the rest of the queue. */
    record Token(Stamp stamp, List<Voter> voters, List<Stamp> queue) implements TokenMessage {
        public Token {
            voters = List.copyOf(voters);
            queue = List.copyOf(queue);
        }

        @Override
        public void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onToken(this, from, out);
        }

        @Override
        public String toString() {
            return "Token of " + stamp + (queue.isEmpty() ? "" : " then " + queue);
        }
    }

    /** What became of the Token of this request. */
    record TokenAck(Stamp stamp, Outcome outcome) implements TokenMessage {
        @Override
        public void handTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onTokenAck(this, from, out);
        }

        @Override
        public String toString() {
            return "TokenAck of " + stamp + " " + outcome;
        }
    }

    /** What becomes of a Token. */
    enum Outcome {
        /** All votes are with the one that it was sent to. */
        MOVED,
        /** It was taken, but not all votes could be moved. */
        TAKEN,
        /** Who it was sent to does not want the lock any more. */
        NOT_WANTED
    }
}
