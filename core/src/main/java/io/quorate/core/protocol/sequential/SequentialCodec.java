package io.quorate.core.protocol.sequential;

import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.sequential.SequentialMessage.Inquire;
import io.quorate.core.protocol.sequential.SequentialMessage.Locked;
import io.quorate.core.protocol.sequential.SequentialMessage.Release;
import io.quorate.core.protocol.sequential.SequentialMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind, then the stamp. */
final class SequentialCodec implements Codec<SequentialMessage> {
    private static final int REQUEST = 0;
    private static final int LOCKED = 1;
    private static final int RELEASE = 2;
    private static final int INQUIRE = 3;
    private static final int KINDS = 4;

    @Override
    public void write(SequentialMessage message, ByteSink sink) {
        sink.writeByte(kind(message));
        sink.writeStamp(message.stamp());
    }

    private static int kind(SequentialMessage message) {
        if (message instanceof Request) {
            return REQUEST;
        }
        if (message instanceof Locked) {
            return LOCKED;
        }
        return message instanceof Release ? RELEASE : INQUIRE;
    }

    @Override
    public SequentialMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of the sequential lock");
        Stamp stamp = source.readStamp();
        return switch (kind) {
            case REQUEST -> new Request(stamp);
            case LOCKED -> new Locked(stamp);
            case RELEASE -> new Release(stamp);
            default -> new Inquire(stamp);
        };
    }
}
