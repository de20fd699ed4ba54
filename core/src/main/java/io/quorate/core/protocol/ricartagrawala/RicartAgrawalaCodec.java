package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Mode;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.OfPractice;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind, then the stamp; those of section 7 have a byte for which of them. */
final class RicartAgrawalaCodec implements Codec<RicartAgrawalaMessage> {
    private static final int REQUEST = 0;
    private static final int SHARED_REQUEST = 1;
    private static final int REPLY = 2;
    private static final int OF_PRACTICE = 3;
    private static final int KINDS = 4;

    @Override
    public void write(RicartAgrawalaMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            sink.writeByte(request.mode() == Mode.SHARED ? SHARED_REQUEST : REQUEST);
            sink.writeStamp(request.stamp());
        } else if (message instanceof Reply reply) {
            sink.writeByte(REPLY);
            sink.writeStamp(reply.stamp());
        } else if (message instanceof OfPractice practice) {
            sink.writeByte(OF_PRACTICE);
            PracticeBytes.write(practice, sink);
        }
    }

    @Override
    public RicartAgrawalaMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of Ricart and Agrawala's algorithm");
        return switch (kind) {
            case REQUEST -> new Request(source.readStamp(), Mode.EXCLUSIVE);
            case SHARED_REQUEST -> new Request(source.readStamp(), Mode.SHARED);
            case REPLY -> new Reply(source.readStamp());
            default -> PracticeBytes.read(source);
        };
    }
}
