package io.quorate.core.protocol.reference.suzukikasami;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.reference.suzukikasami.SuzukiKasamiMessage.Privilege;
import io.quorate.core.protocol.reference.suzukikasami.SuzukiKasamiMessage.Request;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import java.util.ArrayList;
import java.util.List;

/** A byte for the kind; then a number, or the token: passes, LN up to the last that is not 0, Q. */
final class SuzukiKasamiCodec implements Codec<SuzukiKasamiMessage> {
    private static final int REQUEST = 0;
    private static final int PRIVILEGE = 1;
    private static final int KINDS = 2;

    @Override
    public void write(SuzukiKasamiMessage message, ByteSink sink) {
        if (message instanceof Request request) {
            sink.writeByte(REQUEST);
            sink.writeLong(request.number());
        } else if (message instanceof Privilege privilege) {
            sink.writeByte(PRIVILEGE);
            sink.writeLong(privilege.passes());
            sink.writeInt(privilege.served().length());
            for (int index = 0; index < privilege.served().length(); index++) {
                sink.writeLong(privilege.served().of(NodeId.of(index)));
            }
            sink.writeInt(privilege.queue().size());
            privilege.queue().forEach(node -> sink.writeInt(node.index()));
        }
    }

    @Override
    public SuzukiKasamiMessage read(ByteSource source) {
        if (source.readChoice(KINDS, "message of Suzuki and Kasami's algorithm") == REQUEST) {
            return new Request(source.readLong());
        }
        long passes = source.readLong();
        return new Privilege(passes, readNumbers(source), readQueue(source));
    }

    /** Bytes that end too early are noticed before a count that is too large takes any room. */
    private static Numbers readNumbers(ByteSource source) {
        int count = source.readInt();
        List<Long> values = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            values.add(source.readLong());
        }
        return Numbers.of(values);
    }

    private static List<NodeId> readQueue(ByteSource source) {
        int count = source.readInt();
        List<NodeId> queue = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            queue.add(source.readNode());
        }
        return queue;
    }
}
