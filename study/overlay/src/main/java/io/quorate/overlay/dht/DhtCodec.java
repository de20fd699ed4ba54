package io.quorate.overlay.dht;

import io.quorate.core.lock.Fence;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.overlay.dht.DhtMessage.Away;
import io.quorate.overlay.dht.DhtMessage.Release;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtMessage.Transfer;
import io.quorate.overlay.dht.DhtMessage.Yield;

/** One byte for the kind, the stamp, the replica, then what the kind needs. */
public final class DhtCodec implements Codec<DhtMessage> {
    /** No lock has more replicas. */
    public static final int REPLICAS_MAX = 128;

    private static final int REQUEST = 0;
    private static final int VOTE = 1;
    private static final int NO_VOTE = 2;
    private static final int AWAY = 3;
    private static final int YIELD = 4;
    private static final int RELEASE = 5;
    private static final int TRANSFER = 6;
    private static final int PATH = 7;
    private static final int TOKEN = PATH + PathCodec.KINDS;
    private static final int KINDS = TOKEN + 1;

    private static final int OWNED = 1;
    private static final int KNOWN = 2;
    private static final int OLDER = 4;

    @Override
    public void write(DhtMessage message, ByteSink sink) {
        if (message instanceof TokenMessage handing) {
            sink.writeByte(TOKEN);
            TokenCodec.write(handing, sink);
        } else if (message instanceof Request request) {
            begin(REQUEST, message, request.replica(), sink);
            sink.writeByte(request.unstoppable() ? 1 : 0);
        } else if (message instanceof Response response) {
            write(response, sink);
        } else if (message instanceof Away away) {
            begin(AWAY, message, away.replica(), sink);
        } else if (message instanceof Yield yield) {
            begin(YIELD, message, yield.replica(), sink);
            sink.writeLong(yield.number());
        } else if (message instanceof Release release) {
            begin(RELEASE, message, release.replica(), sink);
        } else if (message instanceof Transfer transfer) {
            begin(TRANSFER, message, transfer.replica(), sink);
            sink.writeStamp(transfer.before());
        } else if (message instanceof PathMessage path) {
            begin(PATH + PathCodec.kindOf(path), message, path.replica(), sink);
            PathCodec.write(path, sink);
        }
    }

    private static void begin(int kind, DhtMessage message, int replica, ByteSink sink) {
        sink.writeByte(kind);
        sink.writeStamp(message.stamp());
        sink.writeByte(replica);
    }

    private static void write(Response response, ByteSink sink) {
        begin(response.isVote() ? VOTE : NO_VOTE, response, response.replica(), sink);
        if (response.isVote()) {
            sink.writeLong(response.number());
            sink.writeLong(response.floor());
            Stamp older = response.older();
            sink.writeByte(older == null ? 0 : 1);
            if (older != null) {
                sink.writeStamp(older);
            }
            return;
        }
        Stamp owner = response.owner();
        Stamp older = response.older();
        sink.writeByte((owner == null ? 0 : OWNED) | (response.known() ? KNOWN : 0) | (older == null ? 0 : OLDER));
        if (owner != null) {
            sink.writeStamp(owner);
        }
        if (older != null) {
            sink.writeStamp(older);
        }
        sink.writeInt(response.place());
    }

    @Override
    public DhtMessage read(ByteSource source) {
        int kind = source.readChoice(KINDS, "message of a lock on a distributed hash table");
        if (kind == TOKEN) {
            return TokenCodec.read(source);
        }
        Stamp stamp = source.readStamp();
        int replica = source.readChoice(REPLICAS_MAX, "replica");
        return switch (kind) {
            case REQUEST -> new Request(stamp, replica, readFlag(source));
            case VOTE -> readVote(stamp, replica, source);
            case NO_VOTE -> readNoVote(stamp, replica, source);
            case AWAY -> new Away(stamp, replica);
            case YIELD -> new Yield(stamp, replica, source.readLong());
            case RELEASE -> new Release(stamp, replica);
            case TRANSFER -> new Transfer(stamp, source.readStamp(), replica);
            default -> PathCodec.read(kind - PATH, stamp, replica, source);
        };
    }

    private static Response readVote(Stamp stamp, int replica, ByteSource source) {
        long number = source.readLong();
        long floor = readFence(source);
        return Response.vote(stamp, replica, number, readFlag(source) ? source.readStamp() : null, floor);
    }

    private static Response readNoVote(Stamp stamp, int replica, ByteSource source) {
        int flags = source.readChoice((OWNED | KNOWN | OLDER) + 1, "set of flags");
        Stamp owner = (flags & OWNED) == 0 ? null : source.readStamp();
        if (stamp.equals(owner)) {
            throw new MalformedFrameException("a vote for " + stamp + " that is none");
        }
        Stamp older = (flags & OLDER) == 0 ? null : source.readStamp();
        return Response.noVote(stamp, replica, owner, (flags & KNOWN) != 0, source.readInt(), older);
    }

    private static boolean readFlag(ByteSource source) {
        return source.readChoice(2, "yes or no") == 1;
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
