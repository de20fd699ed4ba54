// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.lamport;

import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class LamportCodecTest extends CodecLaws<LamportMessage> {
    @Override
    protected Codec<LamportMessage> codec() {
        return new Lamport().codec();
    }

    @Override
    protected Arbitrary<LamportMessage> anyMessage() {
        Arbitrary<Integer> again = Arbitraries.integers().greaterOrEqual(0);
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), again).as(LamportMessage.Request::new),
                Combinators.combine(anyStamp(), again).as(LamportMessage.Acknowledge::new),
                anyStamp().map(LamportMessage.Release::new),
                anyStamp().map(LamportMessage.Inquire::new));
    }
}
