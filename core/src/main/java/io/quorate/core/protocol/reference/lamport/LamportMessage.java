package io.quorate.core.protocol.reference.lamport;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;

/**
 * The three messages of the paper, and one for after a link reset. In the paper each message carries the time at which it was
 * sent. Departure: each quotes the request that it is about.
 */
public sealed interface LamportMessage extends Message {
    void deliverTo(Handler handler, NodeId from, Outbox<LamportMessage> out);

    /** Who understands the messages. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<LamportMessage> out);

        void onAcknowledge(Acknowledge acknowledge, NodeId from, Outbox<LamportMessage> out);

        void onRelease(Release release, NodeId from, Outbox<LamportMessage> out);

        void onInquire(Inquire inquire, NodeId from, Outbox<LamportMessage> out);
    }

    /** Rule 1, "Tm:Pi requests resource"; {@code again} says how often the link was reset since it was sent first. */
    record Request(Stamp stamp, int again) implements LamportMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<LamportMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + stamp + (again == 0 ? "" : " again " + again);
        }
    }

    /** Rule 2, the acknowledgement of the request that it quotes: sent later than that. */
    record Acknowledge(Stamp stamp, int again) implements LamportMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<LamportMessage> out) {
            handler.onAcknowledge(this, from, out);
        }

        @Override
        public String toString() {
            return "Acknowledge " + stamp + (again == 0 ? "" : " again " + again);
        }
    }

    /** Rule 3, "Pi releases resource": that request is over, granted or not. */
    record Release(Stamp stamp) implements LamportMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<LamportMessage> out) {
            handler.onRelease(this, from, out);
        }

        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }

    /** A link was reset: tell me by Release if that request of yours is over. */
    record Inquire(Stamp stamp) implements LamportMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<LamportMessage> out) {
            handler.onInquire(this, from, out);
        }

        @Override
        public String toString() {
            return "Inquire " + stamp;
        }
    }
}
