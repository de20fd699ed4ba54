// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.naimitrehel;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

class NaimiTrehelCodecTest extends CodecLaws<NaimiTrehelMessage> {
    @Override
    protected Codec<NaimiTrehelMessage> codec() {
        return new NaimiTrehel().codec();
    }

    @Override
    protected Arbitrary<NaimiTrehelMessage> anyMessage() {
        return Arbitraries.oneOf(
                Arbitraries.integers()
                        .between(0, NodeId.INDEX_MAX)
                        .map(index -> new NaimiTrehelMessage.Request(NodeId.of(index))),
                Arbitraries.just(new NaimiTrehelMessage.Token()));
    }
}
