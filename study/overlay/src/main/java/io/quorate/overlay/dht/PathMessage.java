package io.quorate.overlay.dht;

import io.quorate.core.lock.Outbox;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.List;

/** What is said where requests wait on their way, in partial queues. */
public sealed interface PathMessage extends DhtMessage {
    /** Which vote it is about. */
    int replica();

    @Override
    default void deliverTo(Handler handler, NodeId from, Outbox<DhtMessage> out) {
        handler.onPathMessage(this, from, out);
    }

    /**
     * To a requester, from a node on the way of its Request or, as the paper has it, also from the replica: whose the vote is.
     *
     * @param holder the request that the sender takes for the one that has the vote
     */
    record GrantReq(Stamp stamp, int replica, Stamp holder) implements PathMessage {
        @Override
        public String toString() {
            return "GrantReq " + stamp + " holder " + holder + DhtMessage.at(replica);
        }
    }

    /** Why partial queues are emptied. */
    enum Errand {
        /** Somebody need not, or cannot, be waited for any more; the vote is given back by word of its owner itself. */
        GATHER("Gather"),
        /** As the paper has it: the request is over, and its vote is free. */
        RELEASE("Release"),
        /** As the paper has it: the request goes back into the queue of the replica. */
        YIELD("Yield");

        private final String text;

        Errand(String text) {
            this.text = text;
        }
    }

    /**
     * Along the way of a request towards the replica: takes the requests along that wait there.
     *
     * @param stamp of the request that is over; if it is among those that are taken along, it is not
     * @param requests the oldest first; each is as if it were still on its way
     */
    record Gather(Stamp stamp, int replica, Errand errand, List<Stamp> requests) implements PathMessage {
        /** So many at most in one message. */
        public static final int REQUESTS_MAX = 255;

        public Gather {
            requests = List.copyOf(requests);
        }

        /** Whether the request whose way it goes is over. */
        public boolean isOver() {
            return !requests.contains(stamp);
        }

        @Override
        public String kind() {
            return errand.text;
        }

        @Override
        public String toString() {
            return errand.text + " " + stamp + " with " + requests + DhtMessage.at(replica);
        }
    }
}
