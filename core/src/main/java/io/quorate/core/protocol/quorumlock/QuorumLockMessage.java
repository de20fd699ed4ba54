package io.quorate.core.protocol.quorumlock;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;

/** The six messages. Everything quotes the stamp of its request, and what is about one grant its number as well. */
public sealed interface QuorumLockMessage extends Message {
    /** The request that this is about. */
    Stamp stamp();

    void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out);

    /** Who understands the messages: the requester three of them, the arbiter the other three. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<QuorumLockMessage> out);

        void onRelease(Release release, NodeId from, Outbox<QuorumLockMessage> out);

        void onRelinquish(Relinquish relinquish, NodeId from, Outbox<QuorumLockMessage> out);

        void onGrant(Grant grant, NodeId from, Outbox<QuorumLockMessage> out);

        void onQueued(Queued queued, NodeId from, Outbox<QuorumLockMessage> out);

        void onInquire(Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out);
    }

    /** To an arbiter: I want the lock. */
    record Request(Stamp stamp, Mode mode) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + stamp + (mode == Mode.SHARED ? " shared" : "");
        }
    }

    /** To an arbiter: that request is over, granted or not. */
    record Release(Stamp stamp) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onRelease(this, from, out);
        }

        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }

    /** To an arbiter: I give this grant back, and wait on. */
    record Relinquish(Stamp stamp, long number) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onRelinquish(this, from, out);
        }

        @Override
        public String toString() {
            return "Relinquish " + stamp + " #" + number;
        }
    }

    /** To a requester: you have my vote; with {@code contended}, others wait already. */
    record Grant(Stamp stamp, long number, boolean contended) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onGrant(this, from, out);
        }

        @Override
        public String toString() {
            return "Grant " + stamp + " #" + number + (contended ? " contended" : "");
        }
    }

    /** To a requester: I know your request; it waits. */
    record Queued(Stamp stamp) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onQueued(this, from, out);
        }

        @Override
        public String toString() {
            return "Queued " + stamp;
        }
    }

    /** To a requester: others wait for the vote that you have; with {@code yield}, an older request does. */
    record Inquire(Stamp stamp, long number, boolean yield) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onInquire(this, from, out);
        }

        @Override
        public String toString() {
            return "Inquire " + stamp + " #" + number + (yield ? " yield" : "");
        }
    }
}
