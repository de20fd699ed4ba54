// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;

/** The eleven messages. Everything quotes the stamp of its request, and what is about one grant its number as well. */
public sealed interface QuorumLockMessage extends Message {
    /** The request that this is about. */
    Stamp stamp();

    void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out);

    default void sendTo(NodeSet nodes, Outbox<QuorumLockMessage> out) {
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            out.send(NodeId.of(index), this);
        }
    }

    /** The receivers of the messages: the requester understands five of them, the voter the other six. */
    interface Handler {
        void onRequest(Request request, NodeId from, Outbox<QuorumLockMessage> out);

        void onBehind(Behind behind, NodeId from, Outbox<QuorumLockMessage> out);

        void onRelease(Release release, NodeId from, Outbox<QuorumLockMessage> out);

        void onRelinquish(Relinquish relinquish, NodeId from, Outbox<QuorumLockMessage> out);

        void onAnnounce(Announce announce, NodeId from, Outbox<QuorumLockMessage> out);

        void onHeld(Held held, NodeId from, Outbox<QuorumLockMessage> out);

        void onGrant(Grant grant, NodeId from, Outbox<QuorumLockMessage> out);

        void onQueued(Queued queued, NodeId from, Outbox<QuorumLockMessage> out);

        void onInquire(Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out);

        void onNoted(Noted noted, NodeId from, Outbox<QuorumLockMessage> out);

        void onBusy(Busy busy, NodeId from, Outbox<QuorumLockMessage> out);
    }

    private static String above(long floor) {
        return floor == 0 ? "" : " above " + Fence.text(floor);
    }

    private static String asking(long question) {
        return question == 0 ? "" : " held? " + question;
    }

    /**
     * To a voter: I want the lock. With {@code holding}, I have it by the votes of others, and want yours to keep it. {@code asking}
     * numbers the question whether somebody holds it; 0 if I do not ask.
     */
    record Request(Stamp stamp, Mode mode, boolean holding, long asking) implements QuorumLockMessage {
        public Request(Stamp stamp, Mode mode, boolean holding) {
            this(stamp, mode, holding, 0);
        }

        boolean now() {
            return asking > 0;
        }

        @Override
        public boolean wantsAnswer() {
            return true;
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onRequest(this, from, out);
        }

        @Override
        public String toString() {
            return "Request " + stamp + (mode == Mode.SHARED ? " shared" : "") + (asking > 0 ? " now" : "")
                    + (asking > 1 ? "#" + asking : "") + (holding ? " holding" : "");
        }
    }

    /**
     * To a voter, instead of the Request of a SHARED holder: I hold, and in my node a writer waits until I end; it will ask with this
     * counter. Without {@code waits}: it has given up.
     */
    record Behind(Stamp stamp, long writer, boolean waits) implements QuorumLockMessage {
        Request asRequest() {
            return new Request(stamp, Mode.SHARED, true);
        }

        @Override
        public boolean wantsAnswer() {
            return true;
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onBehind(this, from, out);
        }

        @Override
        public String toString() {
            return "Behind " + stamp + " writer " + writer + "." + stamp.node() + (waits ? "" : " gave up");
        }
    }

    /** To a voter: that request is over, granted or not. */
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

    /** To a voter: I give this grant back, and wait on. */
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

    /** To a voter: the hold under this grant will have this fence; confirm it. */
    record Announce(Stamp stamp, long number, long fence) implements QuorumLockMessage {
        @Override
        public boolean wantsAnswer() {
            return true;
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onAnnounce(this, from, out);
        }

        @Override
        public String toString() {
            return "Announce " + stamp + " #" + number + " fence " + Fence.text(fence);
        }
    }

    /** To a voter: I hold by this grant, after you asked that question, and every one before it. */
    record Held(Stamp stamp, long number, long question) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onHeld(this, from, out);
        }

        @Override
        public String toString() {
            return "Held " + stamp + " #" + number + " answers " + question;
        }
    }

    /** To a requester that asked for the lock now or not at all: this node held it when your question with this number arrived. */
    record Busy(Stamp stamp, NodeId holder, long asking) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onBusy(this, from, out);
        }

        @Override
        public String toString() {
            return "Busy " + stamp + " held by " + holder;
        }
    }

    /** To a requester: I confirm this fence from now on. */
    record Noted(Stamp stamp, long fence) implements QuorumLockMessage {
        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onNoted(this, from, out);
        }

        @Override
        public String toString() {
            return "Noted " + stamp + " fence " + Fence.text(fence);
        }
    }

    /**
     * To a requester: you have my vote; with {@code contended}, others wait already. No hold that I confirmed had a fence above the floor.
     * With a {@code question} other than 0: tell me as soon as you hold.
     */
    record Grant(Stamp stamp, long number, boolean contended, long floor, long question) implements QuorumLockMessage {
        public Grant(Stamp stamp, long number, boolean contended, long floor) {
            this(stamp, number, contended, floor, 0);
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onGrant(this, from, out);
        }

        @Override
        public String toString() {
            return "Grant " + stamp + " #" + number + (contended ? " contended" : "") + above(floor) + asking(question);
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

    /**
     * To a requester: others wait for the vote that you have; with {@code yield}, one that goes before you does. With a
     * {@code question} other than 0: tell me as soon as you hold, or if you do.
     */
    record Inquire(Stamp stamp, long number, boolean yield, long floor, long question) implements QuorumLockMessage {
        public Inquire(Stamp stamp, long number, boolean yield, long floor) {
            this(stamp, number, yield, floor, 0);
        }

        @Override
        public void deliverTo(Handler handler, NodeId from, Outbox<QuorumLockMessage> out) {
            handler.onInquire(this, from, out);
        }

        @Override
        public String toString() {
            return "Inquire " + stamp + " #" + number + (yield ? " yield" : "") + above(floor) + asking(question);
        }
    }
}
