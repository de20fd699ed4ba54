// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What the nodes of an overlay say survives the wire. */
final class OverlayCodecTest extends CodecLaws<OverlayMessage> {
    static Arbitrary<Key> anyKey() {
        return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(Key::new);
    }

    static Arbitrary<NodeId> anyNode() {
        return Arbitraries.integers().between(0, NodeId.INDEX_MAX).map(NodeId::of);
    }

    private static Arbitrary<Handle> anyHandle() {
        return Combinators.combine(anyNode(), anyKey()).as(Handle::new);
    }

    @Override
    protected Codec<OverlayMessage> codec() {
        return OverlayMessage.TABLE;
    }

    @Override
    protected Arbitrary<OverlayMessage> anyMessage() {
        Arbitrary<List<Handle>> handles = anyHandle().list().ofMaxSize(5);
        return Arbitraries.oneOf(
                Combinators.combine(
                                anyKey(), anyHandle(), Arbitraries.integers().between(0, Key.BITS - 1))
                        .as(OverlayMessage.Join::new),
                Combinators.combine(anyKey(), handles).as(OverlayMessage.Welcome::new),
                Combinators.combine(anyKey(), Arbitraries.of(true, false), handles)
                        .as(OverlayMessage.Known::new),
                Combinators.combine(anyKey(), Arbitraries.integers().between(0, OverlayMessage.Wanted.NEIGHBOURS))
                        .as(OverlayMessage.Wanted::new),
                Combinators.combine(anyKey(), handles).as(OverlayMessage.Alive::new),
                Combinators.combine(anyKey(), Arbitraries.of(true, false)).as(OverlayMessage.Probe::new),
                anyKey().map(OverlayMessage.Here::new),
                Combinators.combine(anyKey(), anyHandle()).as(OverlayMessage.Missed::new),
                Combinators.combine(anyKey(), handles).as(OverlayMessage.Leaving::new),
                Combinators.combine(
                                anyKey(), anyHandle(), Arbitraries.integers().between(0, 255))
                        .as(OverlayMessage.Rumour::new));
    }
}
