// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;

/** The key, the origin, the hops, then the content as its own codec writes it. */
public final class RoutedCodec<P> implements Codec<Routed<P>> {
    private final Codec<P> contents;
    private final Addresses addresses;

    /** Of nodes that are reached by their numbers alone. */
    public RoutedCodec(Codec<P> contents) {
        this(contents, Addresses.NONE);
    }

    /** The owner of the key answers the origin directly, so how that one is reached travels along. */
    public RoutedCodec(Codec<P> contents, Addresses addresses) {
        this.contents = contents;
        this.addresses = addresses;
    }

    @Override
    public void write(Routed<P> message, ByteSink sink) {
        message.key().writeTo(sink);
        addresses.write(message.origin(), sink);
        sink.writeByte(message.hops());
        contents.write(message.content(), sink);
    }

    @Override
    public Routed<P> read(ByteSource source) {
        Key key = Key.read(source);
        NodeId origin = addresses.read(source);
        int hops = source.readChoice(Router.HOPS_MAX + 1, "number of hops");
        return new Routed<>(key, origin, hops, contents.read(source));
    }
}
