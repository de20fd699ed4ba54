package io.quorate.core.protocol.reference.lamport;

import io.quorate.core.protocol.reference.lamport.LamportMessage.Acknowledge;
import io.quorate.core.protocol.reference.lamport.LamportMessage.Inquire;
import io.quorate.core.protocol.reference.lamport.LamportMessage.Release;
import io.quorate.core.protocol.reference.lamport.LamportMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind, then the stamp; where links may have been reset, how often. */
final class LamportCodec implements Codec<LamportMessage> {
    private static final int REQUEST = 0;
    private static final int ACKNOWLEDGE = 1;
    private static final int RELEASE = 2;
    private static final int INQUIRE = 3;
    private static final int KINDS = 4;

    @Override
    public void write(LamportMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            sink.writeByte(REQUEST);
            sink.writeStamp(request.stamp());
            sink.writeInt(request.again());
        } else if (message instanceof Acknowledge acknowledge) {
            sink.writeByte(ACKNOWLEDGE);
            sink.writeStamp(acknowledge.stamp());
            sink.writeInt(acknowledge.again());
        } else if (message instanceof Release release) {
            sink.writeByte(RELEASE);
            sink.writeStamp(release.stamp());
        } else if (message instanceof Inquire inquire) {
            sink.writeByte(INQUIRE);
            sink.writeStamp(inquire.stamp());
        }
    }

    @Override
    public LamportMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of Lamport's algorithm");
        return switch (kind) {
            case REQUEST -> new Request(source.readStamp(), source.readInt());
            case ACKNOWLEDGE -> new Acknowledge(source.readStamp(), source.readInt());
            case RELEASE -> new Release(source.readStamp());
            default -> new Inquire(source.readStamp());
        };
    }
}
