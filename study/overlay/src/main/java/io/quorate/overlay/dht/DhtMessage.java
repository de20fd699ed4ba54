package io.quorate.overlay.dht;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import org.jspecify.annotations.Nullable;

/** The messages of all protocols on a distributed hash table, by the names that the papers give them. Each quotes the stamp of a request. */
public sealed interface DhtMessage extends Message
        permits DhtMessage.Request,
                DhtMessage.Response,
                DhtMessage.Away,
                DhtMessage.Yield,
                DhtMessage.Release,
                DhtMessage.Transfer,
                PathMessage,
                TokenMessage {
    /** The request that this is about. */
    Stamp stamp();

    void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out);

    /** Who understands the messages that all of the protocols have. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<DhtMessage> out);

        void onResponse(Response response, NodeId from, Outbox<DhtMessage> out);

        void onAway(Away away, NodeId from, Outbox<DhtMessage> out);

        void onYield(Yield yield, NodeId from, Outbox<DhtMessage> out);

        void onRelease(Release release, NodeId from, Outbox<DhtMessage> out);

        void onTransfer(Transfer transfer, NodeId from, Outbox<DhtMessage> out);

        /** What only protocols understand in which requests wait on their way. */
        void onPathMessage(PathMessage message, NodeId from, Outbox<DhtMessage> out);

        /** What only a protocol understands in which the lock is handed from owner to owner. */
        void onTokenMessage(TokenMessage message, NodeId from, Outbox<DhtMessage> out);
    }

    /** As it is shown. */
    static String at(int replica) {
        return " at r" + (replica + 1);
    }

    /** To a replica, wherever it is: I want your vote. On the way nobody stops it that is unstoppable. */
    record Request(Stamp stamp, int replica, boolean unstoppable) implements DhtMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + stamp + at(replica);
        }
    }

    /**
     * From the replica itself: whom it has voted for, be it you.
     *
     * @param owner the request that has the vote; null if none has
     * @param number of a vote for this request: so often it has got one
     * @param known whether the request is taken into account; if not, it must be said again, in a session
     * @param place so many others get the vote before
     * @param older an older request that waits for this vote, and will get it first; null if none does, or nobody needs to know
     * @param floor of a vote for this request: no hold that this replica has voted for had a fence above it
     */
    record Response(
            Stamp stamp,
            int replica,
            @Nullable Stamp owner,
            long number,
            boolean known,
            int place,
            @Nullable Stamp older,
            long floor)
            implements DhtMessage {
        /** The request has the vote. */
        public static Response vote(Stamp stamp, int replica, long number, @Nullable Stamp older, long floor) {
            return new Response(stamp, replica, stamp, number, true, 0, older, floor);
        }

        /** Another has it, or nobody. */
        public static Response noVote(
                Stamp stamp, int replica, @Nullable Stamp owner, boolean known, int place, @Nullable Stamp older) {
            return new Response(stamp, replica, owner, 0, known, place, older, 0);
        }

        public boolean isVote() {
            return stamp.equals(owner);
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onResponse(this, from, out);
        }

        @Override
        public String toString() {
            String vote = isVote()
                    ? " vote #" + number
                    : (owner == null ? " no vote" : " owner " + owner) + (known ? "" : " stranger");
            return "Response " + stamp + vote + (older == null ? "" : " wanted by " + older) + at(replica);
        }
    }

    /** From a node that is not, or not any more, where the replica is. */
    record Away(Stamp stamp, int replica) implements DhtMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onAway(this, from, out);
        }

        @Override
        public String toString() {
            return "Away " + stamp + at(replica);
        }
    }

    /** To a replica: I give this vote back, and want it later. One message, so that nothing comes in between. */
    record Yield(Stamp stamp, int replica, long number) implements DhtMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onYield(this, from, out);
        }

        @Override
        public String toString() {
            return "Yield " + stamp + " #" + number + at(replica);
        }
    }

    /** To a replica: that request is over. */
    record Release(Stamp stamp, int replica) implements DhtMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onRelease(this, from, out);
        }

        @Override
        public String toString() {
            return "Release " + stamp + at(replica);
        }
    }

    /** To a replica: the request that had the vote is over, and this one has it instead. */
    record Transfer(Stamp stamp, Stamp before, int replica) implements DhtMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
            handler.onTransfer(this, from, out);
        }

        @Override
        public String toString() {
            return "Transfer " + before + " to " + stamp + at(replica);
        }
    }
}
