package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Outbox;

/**
 * The messages that section 7 adds. A term tells one membership of a node from its earlier ones: it rises with each insertion,
 * and with each start of the node.
 */
sealed interface PracticeMessage extends RicartAgrawalaMessage {
    @Override
    default void deliverTo(Handler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        handler.onPractice(this, from, out);
    }

    void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out);

    /** Who understands the messages of section 7. */
    interface PracticeHandler {
        void onAreYouThere(AreYouThere probe, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onYesIAmHere(YesIAmHere yes, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onNodeFailed(NodeFailed failed, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onRestartYourself(RestartYourself restart, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onJoin(Join join, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onWillSponsor(WillSponsor will, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onNotInside(NotInside not, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onAdd(Add add, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onAddAck(AddAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onParticipants(Participants list, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onLeave(Leave leave, NodeId from, Outbox<RicartAgrawalaMessage> out);

        void onLeaveAck(LeaveAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out);
    }

    /** ARE_YOU_THERE(j): section 7.4; it repeats the REQUEST (E-R7). */
    record AreYouThere(Stamp stamp, Mode mode) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onAreYouThere(this, from, out);
        }

        @Override
        public String toString() {
            return "AreYouThere " + stamp + (mode == Mode.SHARED ? " shared" : "");
        }
    }

    /** YES_I_AM_HERE: section 7.4; the request with this stamp is deferred. */
    record YesIAmHere(Stamp stamp) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onYesIAmHere(this, from, out);
        }

        @Override
        public String toString() {
            return "YesIAmHere " + stamp;
        }
    }

    /** Section 7.4: this membership of the node is over, because it has failed. */
    record NodeFailed(NodeId node, long term) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onNodeFailed(this, from, out);
        }

        @Override
        public String toString() {
            return "NodeFailed " + node + " term " + Names.text(term);
        }
    }

    /** Section 7.4: the node that has made this request is not in NAMES. */
    record RestartYourself(Stamp stamp) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onRestartYourself(this, from, out);
        }

        @Override
        public String toString() {
            return "RestartYourself " + stamp;
        }
    }

    /** Section 7.2.2: the sender wants to be inserted, as a member of this term. */
    record Join(long term) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onJoin(this, from, out);
        }

        @Override
        public String toString() {
            return "Join term " + Names.text(term);
        }
    }

    /** Section 7.2.2: the sender sponsors the insertion. */
    record WillSponsor(long term) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onWillSponsor(this, from, out);
        }

        @Override
        public String toString() {
            return "WillSponsor term " + Names.text(term);
        }
    }

    /** The sender cannot be a sponsor, as it is no member itself; its last, or next, membership has this term. */
    record NotInside(long term) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onNotInside(this, from, out);
        }

        @Override
        public String toString() {
            return "NotInside term " + Names.text(term);
        }
    }

    /** Section 7.2.2: the node is a member from now on. */
    record Add(NodeId node, long term) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onAdd(this, from, out);
        }

        @Override
        public String toString() {
            return "Add " + node + " term " + Names.text(term);
        }
    }

    /** The node is in the sender's NAMES; so far its Highest_Sequence_Number has come, its own request included (E-R9, E-R10). */
    record AddAck(NodeId node, long term, long highest) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onAddAck(this, from, out);
        }

        @Override
        public String toString() {
            return "AddAck " + node + " term " + Names.text(term) + " highest " + highest;
        }
    }

    /** Section 7.2.2: the receiver is a member of this term; the others are these, each with its own term. */
    record Participants(long term, long highest, Names names) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onParticipants(this, from, out);
        }

        @Override
        public String toString() {
            return "Participants " + names + " for term " + Names.text(term) + " highest " + highest;
        }
    }

    /** Section 7.3: the sender's membership of this term is over. */
    record Leave(long term) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onLeave(this, from, out);
        }

        @Override
        public String toString() {
            return "Leave term " + Names.text(term);
        }
    }

    /** Section 7.3: the receiver is not in NAMES any more. */
    record LeaveAck(long term) implements PracticeMessage {
        @Override
        public void tell(PracticeHandler handler, NodeId from, Outbox<RicartAgrawalaMessage> out) {
            handler.onLeaveAck(this, from, out);
        }

        @Override
        public String toString() {
            return "LeaveAck term " + Names.text(term);
        }
    }
}
