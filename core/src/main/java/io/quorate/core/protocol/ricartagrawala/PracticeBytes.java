package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.Add;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.AddAck;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.AreYouThere;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.Join;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.Leave;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.LeaveAck;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.NodeFailed;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.NotInside;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.Participants;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.RestartYourself;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.WillSponsor;
import io.quorate.core.protocol.ricartagrawala.PracticeMessage.YesIAmHere;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;

/** The messages of section 7 as bytes: one for the kind, then what the message says. */
final class PracticeBytes {
    private static final int ARE_YOU_THERE = 0;
    private static final int ARE_YOU_THERE_SHARED = 1;
    private static final int YES_I_AM_HERE = 2;
    private static final int NODE_FAILED = 3;
    private static final int RESTART_YOURSELF = 4;
    private static final int JOIN = 5;
    private static final int WILL_SPONSOR = 6;
    private static final int NOT_INSIDE = 7;
    private static final int ADD = 8;
    private static final int ADD_ACK = 9;
    private static final int PARTICIPANTS = 10;
    private static final int LEAVE = 11;
    private static final int LEAVE_ACK = 12;
    private static final int KINDS = 13;

    private PracticeBytes() {}

    static void write(PracticeMessage message, ByteSink sink) {
        if (message instanceof AreYouThere probe) {
            boolean isShared = probe.mode() == Mode.SHARED;
            stamp(isShared ? ARE_YOU_THERE_SHARED : ARE_YOU_THERE, probe.stamp(), sink);
        } else if (message instanceof YesIAmHere yes) {
            stamp(YES_I_AM_HERE, yes.stamp(), sink);
        } else if (message instanceof RestartYourself restart) {
            stamp(RESTART_YOURSELF, restart.stamp(), sink);
        } else if (message instanceof NodeFailed failed) {
            member(NODE_FAILED, failed.node(), failed.term(), sink);
        } else if (message instanceof Add add) {
            member(ADD, add.node(), add.term(), sink);
        } else if (message instanceof AddAck ack) {
            member(ADD_ACK, ack.node(), ack.term(), sink);
            sink.writeLong(ack.highest());
        } else if (message instanceof Participants list) {
            term(PARTICIPANTS, list.term(), sink);
            sink.writeLong(list.highest());
            list.names().write(sink);
        } else {
            writeTerm(message, sink);
        }
    }

    private static void writeTerm(PracticeMessage message, ByteSink sink) {
        if (message instanceof Join join) {
            term(JOIN, join.term(), sink);
        } else if (message instanceof WillSponsor will) {
            term(WILL_SPONSOR, will.term(), sink);
        } else if (message instanceof NotInside not) {
            term(NOT_INSIDE, not.term(), sink);
        } else if (message instanceof Leave leave) {
            term(LEAVE, leave.term(), sink);
        } else if (message instanceof LeaveAck ack) {
            term(LEAVE_ACK, ack.term(), sink);
        }
    }

    static PracticeMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of section 7");
        return switch (kind) {
            case ARE_YOU_THERE -> new AreYouThere(source.readStamp(), Mode.EXCLUSIVE);
            case ARE_YOU_THERE_SHARED -> new AreYouThere(source.readStamp(), Mode.SHARED);
            case YES_I_AM_HERE -> new YesIAmHere(source.readStamp());
            case NODE_FAILED -> new NodeFailed(source.readNode(), source.readLong());
            case RESTART_YOURSELF -> new RestartYourself(source.readStamp());
            case JOIN -> new Join(source.readLong());
            case WILL_SPONSOR -> new WillSponsor(source.readLong());
            case NOT_INSIDE -> new NotInside(source.readLong());
            case ADD -> new Add(source.readNode(), source.readLong());
            case ADD_ACK -> new AddAck(source.readNode(), source.readLong(), readNumber(source));
            case PARTICIPANTS -> new Participants(source.readLong(), readNumber(source), Names.read(source));
            case LEAVE -> new Leave(source.readLong());
            default -> new LeaveAck(source.readLong());
        };
    }

    private static long readNumber(ByteSource source) {
        long number = source.readLong();
        ByteSource.requireCounter(number);
        return number;
    }

    private static void stamp(int kind, Stamp stamp, ByteSink sink) {
        sink.writeByte(kind);
        sink.writeStamp(stamp);
    }

    private static void member(int kind, NodeId node, long term, ByteSink sink) {
        sink.writeByte(kind);
        sink.writeInt(node.index());
        sink.writeLong(term);
    }

    private static void term(int kind, long term, ByteSink sink) {
        sink.writeByte(kind);
        sink.writeLong(term);
    }
}
