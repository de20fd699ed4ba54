package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Failed;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Inquire;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Locked;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Release;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Relinquish;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind, the stamp, then the number where there is one. */
final class MaekawaCodec implements Codec<MaekawaMessage> {
    private static final int REQUEST = 0;
    private static final int LOCKED = 1;
    private static final int FAILED = 2;
    private static final int INQUIRE = 3;
    private static final int RELINQUISH = 4;
    private static final int KINDS = 6;

    @Override
    public void write(MaekawaMessage message, ByteSink sink) {
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

    private static int kind(MaekawaMessage message) {
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
        return KINDS - 1;
    }

    @Override
    public MaekawaMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of Maekawa's algorithm");
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
