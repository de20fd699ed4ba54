// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.Messages;
import io.quorate.papers.ricartagrawala.practice.Names;

/**
 * The messages that section 7 adds. A term tells one membership of a node from its earlier ones: it rises with each insertion,
 * and with each start of the node.
 */
public sealed interface PracticeMessage extends RicartAgrawalaMessage {
    /** As bytes: the code, then what the message says. */
    Messages<PracticeMessage> TABLE = Messages.<PracticeMessage>of("message of section 7")
            .message(AreYouThere.class, (in, code) -> new AreYouThere(in.readStamp(), Mode.sharedIf(code == 1)), 0, 1)
            .write((m, to) -> to.writeCode(0, m.mode == Mode.SHARED).writeStamp(m.stamp))
            .message(2, YesIAmHere.class, in -> new YesIAmHere(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(3, NodeFailed.class, in -> new NodeFailed(in.readNode(), in.readLong()))
            .write((m, to) -> to.writeNode(m.node).writeLong(m.term))
            .message(4, RestartYourself.class, in -> new RestartYourself(in.readStamp()))
            .write((m, to) -> to.writeStamp(m.stamp))
            .message(5, Join.class, in -> new Join(in.readLong()), (m, to) -> to.writeLong(m.term))
            .message(6, WillSponsor.class, in -> new WillSponsor(in.readLong()), (m, to) -> to.writeLong(m.term))
            .message(7, NotInside.class, in -> new NotInside(in.readLong()), (m, to) -> to.writeLong(m.term))
            .message(8, Add.class, in -> new Add(in.readNode(), in.readLong()))
            .write((m, to) -> to.writeNode(m.node).writeLong(m.term))
            .message(9, AddAck.class, in -> new AddAck(in.readNode(), in.readLong(), in.readCounter()))
            .write((m, to) -> to.writeNode(m.node).writeLong(m.term).writeLong(m.highest))
            .message(10, Participants.class, in -> new Participants(in.readLong(), in.readCounter(), Names.read(in)))
            .write((m, to) -> m.names.write(to.writeLong(m.term).writeLong(m.highest)))
            .message(11, Leave.class, in -> new Leave(in.readLong()), (m, to) -> to.writeLong(m.term))
            .message(12, LeaveAck.class, in -> new LeaveAck(in.readLong()), (m, to) -> to.writeLong(m.term))
            .message(13, Included.class, in -> new Included(in.readLong(), in.readCounter(), Names.read(in)))
            .write((m, to) -> m.names.write(to.writeLong(m.term).writeLong(m.highest)));

    /** ARE_YOU_THERE(j): section 7.4; it repeats the REQUEST (E-R7). */
    record AreYouThere(Stamp stamp, Mode mode) implements PracticeMessage {
        @Override
        public String toString() {
            return "AreYouThere " + stamp + (mode == Mode.SHARED ? " shared" : "");
        }
    }

    /** YES_I_AM_HERE: section 7.4; the request with this stamp is deferred. */
    record YesIAmHere(Stamp stamp) implements PracticeMessage {
        @Override
        public String toString() {
            return "YesIAmHere " + stamp;
        }
    }

    /** Section 7.4: this membership of the node is over, because it has failed. */
    record NodeFailed(NodeId node, long term) implements PracticeMessage {
        @Override
        public String toString() {
            return "NodeFailed " + node + " term " + Names.text(term);
        }
    }

    /** Section 7.4: the node that has made this request is not in NAMES. */
    record RestartYourself(Stamp stamp) implements PracticeMessage {
        @Override
        public String toString() {
            return "RestartYourself " + stamp;
        }
    }

    /** Section 7.2.2: the sender wants to be inserted, as a member of this term. */
    record Join(long term) implements PracticeMessage {
        @Override
        public String toString() {
            return "Join term " + Names.text(term);
        }
    }

    /** Section 7.2.2: the sender sponsors the insertion. */
    record WillSponsor(long term) implements PracticeMessage {
        @Override
        public String toString() {
            return "WillSponsor term " + Names.text(term);
        }
    }

    /** The sender cannot be a sponsor, as it is no member itself; its last, or next, membership has this term. */
    record NotInside(long term) implements PracticeMessage {
        @Override
        public String toString() {
            return "NotInside term " + Names.text(term);
        }
    }

    /** Section 7.2.2: the node is a member from now on. */
    record Add(NodeId node, long term) implements PracticeMessage {
        @Override
        public String toString() {
            return "Add " + node + " term " + Names.text(term);
        }
    }

    /** The node is in the sender's NAMES; so far its Highest_Sequence_Number has come, its own request included (E-R9, E-R10). */
    record AddAck(NodeId node, long term, long highest) implements PracticeMessage {
        @Override
        public String toString() {
            return "AddAck " + node + " term " + Names.text(term) + " highest " + highest;
        }
    }

    /** Section 7.2.2: the receiver is a member of this term; the others are these, each with its own term. */
    record Participants(long term, long highest, Names names) implements PracticeMessage {
        @Override
        public String toString() {
            return "Participants " + names + " for term " + Names.text(term) + " highest " + highest;
        }
    }

    /** Section 7.2.2, the alternative: the receiver, of this term, is in the sender's NAMES, which are these (E-R9, E-R10). */
    record Included(long term, long highest, Names names) implements PracticeMessage {
        @Override
        public String toString() {
            return "Included " + names + " for term " + Names.text(term) + " highest " + highest;
        }
    }

    /** Section 7.3: the sender's membership of this term is over. */
    record Leave(long term) implements PracticeMessage {
        @Override
        public String toString() {
            return "Leave term " + Names.text(term);
        }
    }

    /** Section 7.3: the receiver is not in NAMES any more. */
    record LeaveAck(long term) implements PracticeMessage {
        @Override
        public String toString() {
            return "LeaveAck term " + Names.text(term);
        }
    }
}
