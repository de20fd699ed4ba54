// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

class SequentialCodecTest extends CodecLaws<SequentialMessage> {
    @Override
    protected Codec<SequentialMessage> codec() {
        return new Sequential().codec();
    }

    @Override
    protected Arbitrary<SequentialMessage> anyMessage() {
        return Arbitraries.oneOf(
                anyStamp().map(SequentialMessage.Request::new),
                anyStamp().map(SequentialMessage.Locked::new),
                anyStamp().map(SequentialMessage.Release::new),
                anyStamp().map(SequentialMessage.Inquire::new));
    }
}
