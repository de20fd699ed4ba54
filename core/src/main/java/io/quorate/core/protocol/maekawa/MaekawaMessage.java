package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;

/**
 * The six messages of section 4. In the paper only REQUEST carries a number. Here everything quotes the stamp of the request
 * that it is about, and what is about one LOCKED its number; rules as printed do not look at either.
 */
public sealed interface MaekawaMessage extends Message {
    /** The request that this is about. */
    Stamp stamp();

    void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out);

    /** Who understands the messages: the arbiter three of them, the requester the other three. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<MaekawaMessage> out);

        void onRelinquish(Relinquish relinquish, NodeId from, Outbox<MaekawaMessage> out);

        void onRelease(Release release, NodeId from, Outbox<MaekawaMessage> out);

        void onLocked(Locked locked, NodeId from, Outbox<MaekawaMessage> out);

        void onFailed(Failed failed, NodeId from, Outbox<MaekawaMessage> out);

        void onInquire(Inquire inquire, NodeId from, Outbox<MaekawaMessage> out);
    }

    /** To a member of the own set: I want to lock you. */
    record Request(Stamp stamp) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + stamp;
        }
    }

    /** To a requester: I am locked for you. */
    record Locked(Stamp stamp, long number) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onLocked(this, from, out);
        }

        @Override
        public String toString() {
            return "Locked " + stamp + " #" + number;
        }
    }

    /** To a requester: an older request is before you. */
    record Failed(Stamp stamp) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onFailed(this, from, out);
        }

        @Override
        public String toString() {
            return "Failed " + stamp;
        }
    }

    /** To whom a member is locked for: an older request waits; will you succeed? */
    record Inquire(Stamp stamp, long number) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onInquire(this, from, out);
        }

        @Override
        public String toString() {
            return "Inquire " + stamp + " #" + number;
        }
    }

    /** To a member: I give that lock back, and wait on. */
    record Relinquish(Stamp stamp, long number) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onRelinquish(this, from, out);
        }

        @Override
        public String toString() {
            return "Relinquish " + stamp + " #" + number;
        }
    }

    /** To a member: that request is over. */
    record Release(Stamp stamp) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onRelease(this, from, out);
        }

        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }
}
