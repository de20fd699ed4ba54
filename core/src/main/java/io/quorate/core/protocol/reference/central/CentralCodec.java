package io.quorate.core.protocol.reference.central;

import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind, then the stamp. */
final class CentralCodec implements Codec<CentralMessage> {
    @Override
    public void write(CentralMessage message, ByteSink sink) {
        if (message instanceof CentralMessage.Request) {
            sink.writeByte(0);
        } else if (message instanceof CentralMessage.Grant) {
            sink.writeByte(1);
        } else {
            sink.writeByte(2);
        }
        sink.writeStamp(message.stamp());
    }

    @Override
    public CentralMessage read(ByteSource source) {
        int kind = source.readChoice(3, "message of the central lock");
        Stamp stamp = source.readStamp();
        return switch (kind) {
            case 0 -> new CentralMessage.Request(stamp);
            case 1 -> new CentralMessage.Grant(stamp);
            default -> new CentralMessage.Release(stamp);
        };
    }
}
