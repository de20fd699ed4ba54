package io.quorate.core.protocol.reference.raymond;

import io.quorate.core.protocol.reference.raymond.RaymondMessage.Privilege;
import io.quorate.core.protocol.reference.raymond.RaymondMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind. */
final class RaymondCodec implements Codec<RaymondMessage> {
    private static final int REQUEST = 0;
    private static final int PRIVILEGE = 1;
    private static final int KINDS = 2;

    @Override
    public void write(RaymondMessage message, ByteSink sink) {
        sink.writeByte(message instanceof Request ? REQUEST : PRIVILEGE);
    }

    @Override
    public RaymondMessage read(ByteSource source) {
        return source.readChoice(KINDS, "message of Raymond's algorithm") == REQUEST ? new Request() : new Privilege();
    }
}
