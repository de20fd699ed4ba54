package io.quorate.core.protocol.tree;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;

/**
 * The paper's six messages. As printed only Request and FAIL say more than their kind; here everything quotes the stamp of its
 * request, and what is about one grant its number as well. The machine that goes by the printed rules does not look at them.
 */
public sealed interface TreeMessage extends Message {
    void deliverTo(Handler handler, NodeId from, Outbox<TreeMessage> out);

    /** A grant as text; without its number where there is none. */
    private static String grant(Stamp stamp, long number) {
        return number == 0 ? stamp.toString() : stamp + " #" + number;
    }

    /** Who understands the messages. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<TreeMessage> out);

        void onReply(Reply reply, NodeId from, Outbox<TreeMessage> out);

        void onInquire(Inquire inquire, NodeId from, Outbox<TreeMessage> out);

        void onYield(Yield yield, NodeId from, Outbox<TreeMessage> out);

        void onRelinq(Relinq relinq, NodeId from, Outbox<TreeMessage> out);

        void onFail(Fail fail, NodeId from, Outbox<TreeMessage> out);
    }

    /**
     * To a site of the quorum: I want to enter.
     *
     * @param seen the number of the last grant that I had from you, from which you count on if you have forgotten this request
     * @param alive this answers a FAIL of myself: I live, and my request still waits
     */
    record Request(Stamp stamp, long seen, boolean alive) implements TreeMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<TreeMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + stamp + (seen == 0 ? "" : " after #" + seen) + (alive ? " alive" : "");
        }
    }

    /** To a requester: you have my permission. */
    record Reply(Stamp stamp, long number) implements TreeMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<TreeMessage> out) {
            handler.onReply(this, from, out);
        }

        @Override
        public String toString() {
            return "Reply " + grant(stamp, number);
        }
    }

    /** To a requester: an older request waits for the permission that you have. */
    record Inquire(Stamp stamp, long number) implements TreeMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<TreeMessage> out) {
            handler.onInquire(this, from, out);
        }

        @Override
        public String toString() {
            return "Inquire " + grant(stamp, number);
        }
    }

    /** To a site of the quorum: I give this permission back, and wait on. */
    record Yield(Stamp stamp, long number) implements TreeMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<TreeMessage> out) {
            handler.onYield(this, from, out);
        }

        @Override
        public String toString() {
            return "Yield " + grant(stamp, number);
        }
    }

    /** To a site of the quorum: that request is over. */
    record Relinq(Stamp stamp) implements TreeMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<TreeMessage> out) {
            handler.onRelinq(this, from, out);
        }

        @Override
        public String toString() {
            return "Relinq " + stamp;
        }
    }

    /** To all: this site has failed. To that very site: I have dropped your request, because you are said to have failed. */
    record Fail(NodeId site) implements TreeMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<TreeMessage> out) {
            handler.onFail(this, from, out);
        }

        @Override
        public String toString() {
            return "Fail " + site;
        }
    }
}
