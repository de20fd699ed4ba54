package io.quorate.core.protocol.tree;

import io.quorate.core.protocol.tree.TreeMessage.Fail;
import io.quorate.core.protocol.tree.TreeMessage.Inquire;
import io.quorate.core.protocol.tree.TreeMessage.Relinq;
import io.quorate.core.protocol.tree.TreeMessage.Reply;
import io.quorate.core.protocol.tree.TreeMessage.Request;
import io.quorate.core.protocol.tree.TreeMessage.Yield;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** One byte says the kind, then the stamp and the number of the grant, where there are such; after FAIL, the site. */
final class TreeCodec implements Codec<TreeMessage> {
    private static final int REQUEST = 0;
    private static final int ALIVE = 1;
    private static final int REPLY = 2;
    private static final int INQUIRE = 3;
    private static final int YIELD = 4;
    private static final int RELINQ = 5;
    private static final int FAIL = 6;
    private static final int CODES = 7;

    @Override
    public void write(TreeMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            sink.writeByte(request.alive() ? ALIVE : REQUEST);
            sink.writeStamp(request.stamp());
            sink.writeLong(request.seen());
        } else if (message instanceof Reply reply) {
            sink.writeByte(REPLY);
            sink.writeStamp(reply.stamp());
            sink.writeLong(reply.number());
        } else if (message instanceof Inquire inquire) {
            sink.writeByte(INQUIRE);
            sink.writeStamp(inquire.stamp());
            sink.writeLong(inquire.number());
        } else if (message instanceof Yield yield) {
            sink.writeByte(YIELD);
            sink.writeStamp(yield.stamp());
            sink.writeLong(yield.number());
        } else if (message instanceof Relinq relinq) {
            sink.writeByte(RELINQ);
            sink.writeStamp(relinq.stamp());
        } else if (message instanceof Fail fail) {
            sink.writeByte(FAIL);
            sink.writeInt(fail.site().index());
        }
    }

    @Override
    public TreeMessage read(ByteSource source) {
        int code = source.readChoice(CODES, "message of the tree algorithm");
        return switch (code) {
            case REQUEST, ALIVE -> new Request(source.readStamp(), source.readLong(), code == ALIVE);
            case REPLY -> new Reply(source.readStamp(), source.readLong());
            case INQUIRE -> new Inquire(source.readStamp(), source.readLong());
            case YIELD -> new Yield(source.readStamp(), source.readLong());
            case RELINQ -> new Relinq(source.readStamp());
            default -> new Fail(source.readNode());
        };
    }
}
