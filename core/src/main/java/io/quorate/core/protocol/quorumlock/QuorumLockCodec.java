package io.quorate.core.protocol.quorumlock;

import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.MalformedFrameException;

/** One byte says kind and flag, then the stamp, then the grant's number where there is one. */
final class QuorumLockCodec implements Codec<QuorumLockMessage> {
    private static final int REQUEST = 0;
    private static final int RELEASE = 2;
    private static final int RELINQUISH = 4;
    private static final int GRANT = 6;
    private static final int QUEUED = 8;
    private static final int INQUIRE = 10;
    private static final int CODES = 12;

    @Override
    public void write(QuorumLockMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            write(REQUEST, request.mode() == Mode.SHARED, request.stamp(), sink);
        } else if (message instanceof Release release) {
            write(RELEASE, false, release.stamp(), sink);
        } else if (message instanceof Relinquish relinquish) {
            write(RELINQUISH, false, relinquish.stamp(), sink);
            sink.writeLong(relinquish.number());
        } else if (message instanceof Grant grant) {
            write(GRANT, grant.contended(), grant.stamp(), sink);
            sink.writeLong(grant.number());
        } else if (message instanceof Queued queued) {
            write(QUEUED, false, queued.stamp(), sink);
        } else if (message instanceof Inquire inquire) {
            write(INQUIRE, inquire.yield(), inquire.stamp(), sink);
            sink.writeLong(inquire.number());
        }
    }

    private static void write(int kind, boolean flag, Stamp stamp, ByteSink sink) {
        sink.writeByte(flag ? kind + 1 : kind);
        sink.writeStamp(stamp);
    }

    @Override
    public QuorumLockMessage read(ByteSource source) {
        int code = source.readChoice(CODES, "message of the quorum lock");
        boolean flag = (code & 1) != 0;
        Stamp stamp = source.readStamp();
        return switch (code & ~1) {
            case REQUEST -> new Request(stamp, flag ? Mode.SHARED : Mode.EXCLUSIVE);
            case RELEASE -> new Release(stamp);
            case RELINQUISH -> new Relinquish(stamp, source.readLong());
            case GRANT -> new Grant(stamp, source.readLong(), flag);
            case QUEUED -> new Queued(stamp);
            case INQUIRE -> new Inquire(stamp, source.readLong(), flag);
            default -> throw new MalformedFrameException("there is no message " + code);
        };
    }
}
