package io.quorate.core.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** The key, the origin, the hops, then the content as its own codec writes it. */
public final class RoutedCodec<P> implements Codec<Routed<P>> {
    private final Codec<P> contents;

    public RoutedCodec(Codec<P> contents) {
        this.contents = contents;
    }

    @Override
    public void write(Routed<P> message, ByteSink sink) {
        OverlayCodec.writeKey(message.key(), sink);
        sink.writeInt(message.origin().index());
        sink.writeByte(message.hops());
        contents.write(message.content(), sink);
    }

    @Override
    public Routed<P> read(ByteSource source) {
        Key key = OverlayCodec.readKey(source);
        NodeId origin = source.readNode();
        int hops = source.readChoice(Router.HOPS_MAX + 1, "number of hops");
        return new Routed<>(key, origin, hops, contents.read(source));
    }
}
