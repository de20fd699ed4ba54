package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * The six messages of section 4, and three for a take-over (section 9). In the paper only REQUEST carries a number. Here everything quotes the stamp of the request
 * that it is about, and what is about one LOCKED its number; rules as printed do not look at either.
 */
public sealed interface MaekawaMessage extends Message {
    void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out);

    /** Who understands the messages: the arbiter three of them, the requester the other three. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<MaekawaMessage> out);

        void onRelinquish(Relinquish relinquish, NodeId from, Outbox<MaekawaMessage> out);

        void onRelease(Release release, NodeId from, Outbox<MaekawaMessage> out);

        void onLocked(Locked locked, NodeId from, Outbox<MaekawaMessage> out);

        void onFailed(Failed failed, NodeId from, Outbox<MaekawaMessage> out);

        void onInquire(Inquire inquire, NodeId from, Outbox<MaekawaMessage> out);

        void onTakeOver(TakeOver takeOver, NodeId from, Outbox<MaekawaMessage> out);

        void onState(State state, NodeId from, Outbox<MaekawaMessage> out);

        void onForRole(ForRole forRole, NodeId from, Outbox<MaekawaMessage> out);
    }

    /** The six messages of section 4. */
    sealed interface OfRequest extends MaekawaMessage {
        /** The request that this is about. */
        Stamp stamp();
    }

    /** To a member of the own set: I want to lock you. */
    record Request(Stamp stamp) implements OfRequest {
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
    record Locked(Stamp stamp, long number) implements OfRequest {
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
    record Failed(Stamp stamp) implements OfRequest {
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
    record Inquire(Stamp stamp, long number) implements OfRequest {
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
    record Relinquish(Stamp stamp, long number) implements OfRequest {
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
    record Release(Stamp stamp) implements OfRequest {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onRelease(this, from, out);
        }

        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }

    /** One of the six, to or from the node that has taken over the role of a failed one. What is about nobody's but the own role is not wrapped. */
    record ForRole(NodeId role, OfRequest said) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onForRole(this, from, out);
        }

        @Override
        public String kind() {
            return said.kind();
        }

        @Override
        public String toString() {
            return said + " as " + role;
        }
    }

    /** To who has the failed node in its set: I take over its role; what do you have from it? */
    record TakeOver(NodeId role) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onTakeOver(this, from, out);
        }

        @Override
        public String toString() {
            return "TakeOver " + role;
        }
    }

    /**
     * To who takes over: from now on only what you say for that role counts with me.
     *
     * @param stamp of the request that I have with it, if there is one
     * @param locked whether the failed node was locked for that request
     * @param seen the highest number of a LOCKED that I know of
     */
    record State(NodeId role, @Nullable Stamp stamp, boolean locked, long seen) implements MaekawaMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<MaekawaMessage> out) {
            handler.onState(this, from, out);
        }

        @Override
        public String toString() {
            return "State " + (stamp == null ? "none" : stamp + (locked ? " locked #" : " waits #") + seen) + " as "
                    + role;
        }
    }
}
