package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Failed;
import io.quorate.core.protocol.maekawa.MaekawaMessage.ForRole;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Inquire;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Locked;
import io.quorate.core.protocol.maekawa.MaekawaMessage.OfRequest;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Release;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Relinquish;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Request;
import io.quorate.core.protocol.maekawa.MaekawaMessage.State;
import io.quorate.core.protocol.maekawa.MaekawaMessage.TakeOver;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind, the stamp, then the number where there is one; a role that was taken over comes first. */
final class MaekawaCodec implements Codec<MaekawaMessage> {
    private static final String WHAT = "message of Maekawa's algorithm";
    private static final int REQUEST = 0;
    private static final int LOCKED = 1;
    private static final int FAILED = 2;
    private static final int INQUIRE = 3;
    private static final int RELINQUISH = 4;
    private static final int OF_REQUEST_KINDS = 6;
    private static final int FOR_ROLE = 6;
    private static final int TAKE_OVER = 7;
    private static final int STATE_NONE = 8;
    private static final int STATE_WAITS = 9;
    private static final int STATE_LOCKED = 10;
    private static final int KINDS = 11;

    @Override
    public void write(MaekawaMessage message, ByteSink sink) {
        if (message instanceof OfRequest ordinary) {
            writeOrdinary(ordinary, sink);
        } else if (message instanceof ForRole forRole) {
            sink.writeByte(FOR_ROLE);
            sink.writeInt(forRole.role().index());
            writeOrdinary(forRole.said(), sink);
        } else if (message instanceof TakeOver takeOver) {
            sink.writeByte(TAKE_OVER);
            sink.writeInt(takeOver.role().index());
        } else if (message instanceof State state) {
            writeState(state, sink);
        }
    }

    private static void writeState(State state, ByteSink sink) {
        Stamp stamp = state.stamp();
        int known = state.locked() ? STATE_LOCKED : STATE_WAITS;
        sink.writeByte(stamp == null ? STATE_NONE : known);
        sink.writeInt(state.role().index());
        if (stamp != null) {
            sink.writeStamp(stamp);
            sink.writeLong(state.seen());
        }
    }

    private static void writeOrdinary(OfRequest message, ByteSink sink) {
        sink.writeByte(kind(message));
        sink.writeStamp(message.stamp());
        if (message instanceof Locked locked) {
            sink.writeLong(locked.number());
        } else if (message instanceof Inquire inquire) {
            sink.writeLong(inquire.number());
        } else if (message instanceof Relinquish relinquish) {
            sink.writeLong(relinquish.number());
        }
    }

    private static int kind(OfRequest message) {
        if (message instanceof Request) {
            return REQUEST;
        } else if (message instanceof Locked) {
            return LOCKED;
        } else if (message instanceof Failed) {
            return FAILED;
        } else if (message instanceof Inquire) {
            return INQUIRE;
        } else if (message instanceof Relinquish) {
            return RELINQUISH;
        }
        return OF_REQUEST_KINDS - 1;
    }

    @Override
    public MaekawaMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, WHAT);
        if (kind < OF_REQUEST_KINDS) {
            return readOrdinary(kind, source);
        }
        NodeId role = source.readNode();
        return switch (kind) {
            case FOR_ROLE -> new ForRole(role, readOrdinary(source.readChoice(OF_REQUEST_KINDS, WHAT), source));
            case TAKE_OVER -> new TakeOver(role);
            case STATE_NONE -> new State(role, null, false, 0);
            default -> new State(role, source.readStamp(), kind == STATE_LOCKED, source.readLong());
        };
    }

    private static OfRequest readOrdinary(int kind, ByteSource source) {
        Stamp stamp = source.readStamp();
        return switch (kind) {
            case REQUEST -> new Request(stamp);
            case LOCKED -> new Locked(stamp, source.readLong());
            case FAILED -> new Failed(stamp);
            case INQUIRE -> new Inquire(stamp, source.readLong());
            case RELINQUISH -> new Relinquish(stamp, source.readLong());
            default -> new Release(stamp);
        };
    }
}
