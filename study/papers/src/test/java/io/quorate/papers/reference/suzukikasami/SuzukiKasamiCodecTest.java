// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.suzukikasami;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class SuzukiKasamiCodecTest extends CodecLaws<SuzukiKasamiMessage> {
    @Override
    protected Codec<SuzukiKasamiMessage> codec() {
        return new SuzukiKasami().codec();
    }

    @Override
    protected Arbitrary<SuzukiKasamiMessage> anyMessage() {
        Arbitrary<Long> number = Arbitraries.longs().greaterOrEqual(0);
        Arbitrary<NodeId> node = Arbitraries.integers().between(0, 99).map(NodeId::of);
        return Arbitraries.oneOf(
                number.map(SuzukiKasamiMessage.Request::new),
                Combinators.combine(
                                number,
                                number.list().ofMaxSize(7).map(Numbers::of),
                                node.list().ofMaxSize(5))
                        .as(SuzukiKasamiMessage.Privilege::new));
    }
}
