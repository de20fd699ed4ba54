package io.quorate.core.protocol.reference.naimitrehel;

import io.quorate.core.protocol.reference.naimitrehel.NaimiTrehelMessage.Request;
import io.quorate.core.protocol.reference.naimitrehel.NaimiTrehelMessage.Token;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind; behind that of a Request, who asks. */
final class NaimiTrehelCodec implements Codec<NaimiTrehelMessage> {
    private static final int REQUEST = 0;
    private static final int TOKEN = 1;
    private static final int KINDS = 2;

    @Override
    public void write(NaimiTrehelMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            sink.writeByte(REQUEST);
            sink.writeInt(request.asker().index());
        } else {
            sink.writeByte(TOKEN);
        }
    }

    @Override
    public NaimiTrehelMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of Naimi and Trehel's algorithm");
        return kind == REQUEST ? new Request(source.readNode()) : new Token();
    }
}
