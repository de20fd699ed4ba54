package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** A byte for the kind, then the stamp, and the attempt unless it is the first. */
final class RicartAgrawalaCodec implements Codec<RicartAgrawalaMessage> {
    private static final int REQUEST = 0;
    private static final int SHARED_REQUEST = 1;
    private static final int REPLY = 2;
    private static final int REQUEST_AGAIN = 3;
    private static final int SHARED_REQUEST_AGAIN = 4;
    private static final int REPLY_AGAIN = 5;
    private static final int MEDIA = 6;
    private static final int PRACTICE = 7;
    private static final int KINDS = 8;

    private final MediaCodec media = new MediaCodec(this);

    @Override
    public void write(RicartAgrawalaMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            boolean again = request.attempt() > 0;
            if (request.mode() == Mode.SHARED) {
                sink.writeByte(again ? SHARED_REQUEST_AGAIN : SHARED_REQUEST);
            } else {
                sink.writeByte(again ? REQUEST_AGAIN : REQUEST);
            }
            writeAttempt(request.stamp(), request.attempt(), sink);
        } else if (message instanceof Reply reply) {
            sink.writeByte(reply.attempt() > 0 ? REPLY_AGAIN : REPLY);
            writeAttempt(reply.stamp(), reply.attempt(), sink);
        } else if (message instanceof MediaMessage further) {
            sink.writeByte(MEDIA);
            media.write(further, sink);
        } else if (message instanceof PracticeMessage practice) {
            sink.writeByte(PRACTICE);
            PracticeBytes.write(practice, sink);
        }
    }

    private static void writeAttempt(Stamp stamp, int attempt, ByteSink sink) {
        sink.writeStamp(stamp);
        if (attempt > 0) {
            sink.writeInt(attempt);
        }
    }

    @Override
    public RicartAgrawalaMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of Ricart and Agrawala's algorithm");
        return switch (kind) {
            case REQUEST -> new Request(source.readStamp(), Mode.EXCLUSIVE);
            case SHARED_REQUEST -> new Request(source.readStamp(), Mode.SHARED);
            case REPLY -> new Reply(source.readStamp());
            case REQUEST_AGAIN -> new Request(source.readStamp(), Mode.EXCLUSIVE, source.readInt());
            case SHARED_REQUEST_AGAIN -> new Request(source.readStamp(), Mode.SHARED, source.readInt());
            case REPLY_AGAIN -> new Reply(source.readStamp(), source.readInt());
            case MEDIA -> media.read(source);
            default -> PracticeBytes.read(source);
        };
    }
}
