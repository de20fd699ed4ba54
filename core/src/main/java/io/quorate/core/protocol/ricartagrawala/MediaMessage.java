package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Outbox;
import java.util.List;

/** The messages that sections 6.1 to 6.3 add. */
sealed interface MediaMessage extends RicartAgrawalaMessage {
    /** DEFERRED: section 6.1; the REPLY to the request with this stamp will take a while. */
    record Deferred(Stamp stamp) implements MediaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onDeferred(this, from, out);
        }

        @Override
        public String toString() {
            return "Deferred " + stamp;
        }
    }

    /** Section 6.2: one transmission that all other nodes hear. */
    record Broadcast(RicartAgrawalaMessage content) implements MediaMessage {
        public Broadcast {
            if (content.isBroadcast()) {
                throw new IllegalArgumentException("a broadcast is not broadcast again: " + content);
            }
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            content.deliverTo(handler, from, out);
        }

        @Override
        public String kind() {
            return content.kind();
        }

        @Override
        public boolean isBroadcast() {
            return true;
        }

        @Override
        public String toString() {
            return content + " (broadcast)";
        }
    }

    /** Section 6.2.2: one REPLY for several, with the list of those it is for, each with the number of its request. */
    record ReplyList(List<Stamp> stamps) implements MediaMessage {
        public ReplyList {
            stamps = List.copyOf(stamps);
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onReplyList(this, from, out);
        }

        @Override
        public String kind() {
            return "Reply";
        }

        @Override
        public String toString() {
            return "Reply " + stamps;
        }
    }

    /** Section 6.2.1: a REQUEST without a number; its place on the medium is its number. */
    record MediumRequest() implements MediaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onMediumRequest(this, from, out);
        }

        @Override
        public String kind() {
            return "Request";
        }

        @Override
        public boolean isBroadcast() {
            return true;
        }

        @Override
        public String toString() {
            return "Request (broadcast)";
        }
    }

    /** Section 6.2.1: the REPLY to everybody whose REQUEST came later than the sender's own, which is over. */
    record MediumReply() implements MediaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onMediumReply(this, from, out);
        }

        @Override
        public String kind() {
            return "Reply";
        }

        @Override
        public boolean isBroadcast() {
            return true;
        }

        @Override
        public String toString() {
            return "Reply (broadcast)";
        }
    }

    /** Section 6.3: a REQUEST that goes from node to node, with the notes "DEFERRED by node j" that it has collected. */
    record RingRequest(Stamp stamp, NodeSet deferredBy) implements MediaMessage {
        RingRequest notedBy(NodeId node) {
            return new RingRequest(stamp, deferredBy.with(node));
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onRingRequest(this, from, out);
        }

        @Override
        public String kind() {
            return "Request";
        }

        @Override
        public String toString() {
            return "Request " + stamp + (deferredBy.isEmpty() ? "" : " deferred by " + deferredBy);
        }
    }
}
