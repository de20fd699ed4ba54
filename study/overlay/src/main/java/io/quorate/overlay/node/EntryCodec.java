// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.overlay.Addresses;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.RoutedCodec;

/** The entries in the frames of nodes with an overlay: a byte with the kind, then the entry as its own codec writes it. */
final class EntryCodec<M extends Message> implements Codec<Message> {
    private static final int DIRECT = 0;
    private static final int ROUTED = 1;
    private static final int UPKEEP = 2;
    private static final int KINDS = 3;

    private final Codec<Message> direct;
    private final RoutedCodec<M> routed;
    private final Codec<OverlayMessage> upkeep;

    /** @param addresses how those are reached of whom these nodes speak */
    EntryCodec(Protocol<M> protocol, Addresses addresses) {
        this.direct = onlyDirect(protocol);
        this.routed = new RoutedCodec<>(protocol.codec(), addresses);
        this.upkeep = addresses == Addresses.NONE ? OverlayMessage.TABLE : OverlayMessage.table(addresses);
    }

    @SuppressWarnings("unchecked") // a node is given only messages of its own protocol to write
    private static Codec<Message> onlyDirect(Protocol<?> protocol) {
        return (Codec<Message>) protocol.codec();
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public void write(Message message, ByteSink sink) {
        if (message instanceof RoutedMessage<?> onItsWay) {
            sink.writeByte(ROUTED);
            routed.write(((RoutedMessage<M>) onItsWay).routed(), sink);
        } else if (message instanceof Upkeep ofOverlay) {
            sink.writeByte(UPKEEP);
            upkeep.write(ofOverlay.message(), sink);
        } else {
            sink.writeByte(DIRECT);
            direct.write(message, sink);
        }
    }

    @Override
    public Message read(ByteSource source) {
        return switch (source.readChoice(KINDS, "kind of entry in a frame")) {
            case ROUTED -> new RoutedMessage<>(routed.read(source));
            case UPKEEP -> new Upkeep(upkeep.read(source));
            default -> direct.read(source);
        };
    }
}
