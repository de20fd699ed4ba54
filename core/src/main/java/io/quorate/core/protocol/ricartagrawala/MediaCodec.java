package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.Deferred;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.MediumReply;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.MediumRequest;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.ReplyList;
import io.quorate.core.protocol.ricartagrawala.MediaMessage.RingRequest;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.MalformedFrameException;
import java.util.ArrayList;
import java.util.List;

/** A byte for the kind, then what the message says; a broadcast holds another message whole. */
final class MediaCodec implements Codec<MediaMessage> {
    private static final int DEFERRED = 0;
    private static final int BROADCAST = 1;
    private static final int REPLY_LIST = 2;
    private static final int MEDIUM_REQUEST = 3;
    private static final int MEDIUM_REPLY = 4;
    private static final int RING_REQUEST = 5;
    private static final int KINDS = 6;

    private final Codec<RicartAgrawalaMessage> contents;

    /** The other codec is that of what is broadcast. */
    MediaCodec(Codec<RicartAgrawalaMessage> contents) {
        this.contents = contents;
    }

    @Override
    public void write(MediaMessage message, ByteSink sink) {
        if (message instanceof Deferred deferred) {
            sink.writeByte(DEFERRED);
            sink.writeStamp(deferred.stamp());
        } else if (message instanceof Broadcast broadcast) {
            sink.writeByte(BROADCAST);
            contents.write(broadcast.content(), sink);
        } else if (message instanceof ReplyList replies) {
            sink.writeByte(REPLY_LIST);
            sink.writeInt(replies.stamps().size());
            replies.stamps().forEach(sink::writeStamp);
        } else if (message instanceof MediumRequest) {
            sink.writeByte(MEDIUM_REQUEST);
        } else if (message instanceof MediumReply) {
            sink.writeByte(MEDIUM_REPLY);
        } else if (message instanceof RingRequest request) {
            sink.writeByte(RING_REQUEST);
            sink.writeStamp(request.stamp());
            writeNodes(request.deferredBy(), sink);
        }
    }

    private static void writeNodes(NodeSet nodes, ByteSink sink) {
        sink.writeInt(nodes.size());
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            sink.writeInt(index);
        }
    }

    @Override
    public MediaMessage read(ByteSource source) {
        return switch (source.readChoice(KINDS, "message of the sections 6.1 to 6.3")) {
            case DEFERRED -> new Deferred(source.readStamp());
            case BROADCAST -> readBroadcast(source);
            case REPLY_LIST -> new ReplyList(readStamps(source));
            case MEDIUM_REQUEST -> new MediumRequest();
            case MEDIUM_REPLY -> new MediumReply();
            default -> new RingRequest(source.readStamp(), readNodes(source));
        };
    }

    private Broadcast readBroadcast(ByteSource source) {
        RicartAgrawalaMessage content = contents.read(source);
        if (content.isBroadcast()) {
            throw new MalformedFrameException("a broadcast is broadcast again");
        }
        return new Broadcast(content);
    }

    private static List<Stamp> readStamps(ByteSource source) {
        List<Stamp> stamps = new ArrayList<>();
        for (int left = source.readInt(); left > 0; left--) {
            stamps.add(source.readStamp());
        }
        return stamps;
    }

    private static NodeSet readNodes(ByteSource source) {
        NodeSet.Builder nodes = new NodeSet.Builder();
        for (int left = source.readInt(); left > 0; left--) {
            nodes.add(source.readNode().index());
        }
        return nodes.build();
    }
}
