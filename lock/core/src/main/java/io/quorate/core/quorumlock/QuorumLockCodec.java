package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.MalformedFrameException;

/** One byte says kind and flags, then the stamp, then the grant's number where there is one, then a fence or a floor. */
final class QuorumLockCodec implements Codec<QuorumLockMessage> {
    private static final int REQUEST = 0;
    private static final int RELEASE = 4;
    private static final int RELINQUISH = 8;
    private static final int ANNOUNCE = 12;
    private static final int GRANT = 16;
    private static final int QUEUED = 20;
    private static final int INQUIRE = 24;
    private static final int NOTED = 28;
    private static final int CODES = 32;

    /** SHARED, contended or yield. */
    private static final int FLAG = 1;

    private static final int HOLDING = 2;

    @Override
    public void write(QuorumLockMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            write(REQUEST | (request.holding() ? HOLDING : 0), request.mode() == Mode.SHARED, request, sink);
        } else if (message instanceof Release) {
            write(RELEASE, false, message, sink);
        } else if (message instanceof Relinquish relinquish) {
            write(RELINQUISH, false, message, sink);
            sink.writeLong(relinquish.number());
        } else if (message instanceof Announce announce) {
            write(ANNOUNCE, false, message, sink);
            sink.writeLong(announce.number());
            sink.writeLong(announce.fence());
        } else if (message instanceof Grant grant) {
            write(GRANT, grant.contended(), message, sink);
            sink.writeLong(grant.number());
            sink.writeLong(grant.floor());
        } else if (message instanceof Queued) {
            write(QUEUED, false, message, sink);
        } else if (message instanceof Inquire inquire) {
            write(INQUIRE, inquire.yield(), message, sink);
            sink.writeLong(inquire.number());
            sink.writeLong(inquire.floor());
        } else if (message instanceof Noted noted) {
            write(NOTED, false, message, sink);
            sink.writeLong(noted.fence());
        }
    }

    private static void write(int kind, boolean flag, QuorumLockMessage message, ByteSink sink) {
        sink.writeByte(flag ? kind | FLAG : kind);
        sink.writeStamp(message.stamp());
    }

    @Override
    public QuorumLockMessage read(ByteSource source) {
        int code = source.readChoice(CODES, "message of the quorum lock");
        int kind = code & ~(FLAG | HOLDING);
        boolean flag = (code & FLAG) != 0;
        boolean holding = (code & HOLDING) != 0;
        if (holding && kind != REQUEST) {
            throw new MalformedFrameException("there is no message " + code);
        }
        Stamp stamp = source.readStamp();
        return switch (kind) {
            case REQUEST -> new Request(stamp, flag ? Mode.SHARED : Mode.EXCLUSIVE, holding);
            case RELEASE -> new Release(stamp);
            case RELINQUISH -> new Relinquish(stamp, source.readLong());
            case ANNOUNCE -> new Announce(stamp, source.readLong(), readFence(source));
            case GRANT -> new Grant(stamp, source.readLong(), flag, readFence(source));
            case QUEUED -> new Queued(stamp);
            case INQUIRE -> new Inquire(stamp, source.readLong(), flag, readFence(source));
            default -> new Noted(stamp, readFence(source));
        };
    }

    /** Fences are made of counters of logical clocks. */
    private static long readFence(ByteSource source) {
        long fence = source.readLong();
        if (fence > Fence.MAX) {
            throw new MalformedFrameException("no fence has reached " + fence);
        }
        return fence;
    }
}
