// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What is routed survives the wire, with whatever is in it. */
final class RoutedCodecTest extends CodecLaws<Routed<Long>> {
    @Override
    protected Codec<Routed<Long>> codec() {
        return new RoutedCodec<>(new Codec<>() {
            @Override
            public void write(Long content, ByteSink sink) {
                sink.writeLong(content);
            }

            @Override
            public Long read(ByteSource source) {
                return source.readLong();
            }
        });
    }

    @Override
    protected Arbitrary<Routed<Long>> anyMessage() {
        return Combinators.combine(
                        OverlayCodecTest.anyKey(),
                        OverlayCodecTest.anyNode(),
                        Arbitraries.integers().between(0, Router.HOPS_MAX),
                        Arbitraries.longs().greaterOrEqual(0))
                .as(Routed::new);
    }
}
