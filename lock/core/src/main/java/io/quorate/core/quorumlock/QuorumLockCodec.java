// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Behind;
import io.quorate.core.quorumlock.QuorumLockMessage.Busy;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Held;
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

/**
 * One byte says kind and flags, then the stamp, then the grant's number where there is one, then a fence or a floor, then the
 * question if there is one.
 */
final class QuorumLockCodec implements Codec<QuorumLockMessage> {
    private static final int REQUEST = 0;
    private static final int RELEASE = 8;
    private static final int RELINQUISH = 16;
    private static final int ANNOUNCE = 24;
    private static final int HELD = 32;
    private static final int GRANT = 40;
    private static final int QUEUED = 48;
    private static final int INQUIRE = 56;
    private static final int NOTED = 64;
    private static final int BUSY = 72;
    private static final int BEHIND = 80;
    private static final int CODES = 88;

    /** SHARED, contended, yield or waits. */
    private static final int FLAG = 1;

    /** Of a Request: by a holder. */
    private static final int HOLDING = 2;

    /** Of a Grant or an Inquire: with a question. */
    private static final int ASKING = 2;

    /** Of a Request: now or not at all. */
    private static final int NOW = 4;

    private static final int FLAGS = FLAG | HOLDING | NOW;

    @Override
    public void write(QuorumLockMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            int flags = (request.holding() ? HOLDING : 0) | (request.now() ? NOW : 0);
            write(REQUEST | flags, request.mode() == Mode.SHARED, request, sink);
            if (request.now()) {
                sink.writeLong(request.asking());
            }
        } else if (message instanceof Release) {
            write(RELEASE, false, message, sink);
        } else if (message instanceof Relinquish relinquish) {
            write(RELINQUISH, false, message, sink);
            sink.writeLong(relinquish.number());
        } else if (message instanceof Announce announce) {
            write(ANNOUNCE, false, message, sink);
            sink.writeLong(announce.number());
            sink.writeLong(announce.fence());
        } else if (message instanceof Held held) {
            write(HELD, false, message, sink);
            sink.writeLong(held.number());
            sink.writeLong(held.question());
        } else if (message instanceof Grant grant) {
            write(GRANT | asking(grant.question()), grant.contended(), message, sink);
            writeGrant(grant.number(), grant.floor(), grant.question(), sink);
        } else if (message instanceof Queued) {
            write(QUEUED, false, message, sink);
        } else if (message instanceof Inquire inquire) {
            write(INQUIRE | asking(inquire.question()), inquire.yield(), message, sink);
            writeGrant(inquire.number(), inquire.floor(), inquire.question(), sink);
        } else if (message instanceof Noted noted) {
            write(NOTED, false, message, sink);
            sink.writeLong(noted.fence());
        } else if (message instanceof Busy busy) {
            write(BUSY, false, message, sink);
            sink.writeNode(busy.holder());
            sink.writeLong(busy.asking());
        } else if (message instanceof Behind behind) {
            write(BEHIND, behind.waits(), message, sink);
            sink.writeLong(behind.writer());
        }
    }

    private static void write(int kind, boolean flag, QuorumLockMessage message, ByteSink sink) {
        sink.writeByte(flag ? kind | FLAG : kind);
        sink.writeStamp(message.stamp());
    }

    private static int asking(long question) {
        return question == 0 ? 0 : ASKING;
    }

    private static void writeGrant(long number, long floor, long question, ByteSink sink) {
        sink.writeLong(number);
        sink.writeLong(floor);
        if (question != 0) {
            sink.writeLong(question);
        }
    }

    @Override
    public QuorumLockMessage read(ByteSource source) {
        int code = source.readChoice(CODES, "message of the quorum lock");
        int kind = code & ~FLAGS;
        boolean flag = (code & FLAG) != 0;
        boolean second = (code & HOLDING) != 0;
        boolean now = (code & NOW) != 0;
        if ((second && kind != REQUEST && kind != GRANT && kind != INQUIRE) || (now && kind != REQUEST)) {
            throw new MalformedFrameException("there is no message " + code);
        }
        Stamp stamp = source.readStamp();
        return switch (kind) {
            case REQUEST ->
                new Request(stamp, flag ? Mode.SHARED : Mode.EXCLUSIVE, second, now ? readAsking(source) : 0);
            case RELEASE -> new Release(stamp);
            case RELINQUISH -> new Relinquish(stamp, source.readLong());
            case ANNOUNCE -> new Announce(stamp, source.readLong(), readFence(source));
            case HELD -> new Held(stamp, source.readLong(), source.readLong());
            case GRANT -> new Grant(stamp, source.readLong(), flag, readFence(source), readQuestion(second, source));
            case QUEUED -> new Queued(stamp);
            case INQUIRE ->
                new Inquire(stamp, source.readLong(), flag, readFence(source), readQuestion(second, source));
            case BUSY -> new Busy(stamp, source.readNode(), readAsking(source));
            case BEHIND -> new Behind(stamp, source.readCounter(), flag);
            default -> new Noted(stamp, readFence(source));
        };
    }

    @Override
    public boolean isKnown(int code) {
        return code < CODES;
    }

    private static long readQuestion(boolean isThere, ByteSource source) {
        return isThere ? source.readLong() : 0;
    }

    private static long readAsking(ByteSource source) {
        long asking = source.readLong();
        if (asking < 1) {
            throw new MalformedFrameException("nobody asks for the time " + asking);
        }
        return asking;
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
