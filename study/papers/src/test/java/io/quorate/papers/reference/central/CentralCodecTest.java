// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.central;

import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

class CentralCodecTest extends CodecLaws<CentralMessage> {
    @Override
    protected Codec<CentralMessage> codec() {
        return new Central().codec();
    }

    @Override
    protected Arbitrary<CentralMessage> anyMessage() {
        return Arbitraries.oneOf(
                anyStamp().map(CentralMessage.Request::new),
                anyStamp().map(CentralMessage.Grant::new),
                anyStamp().map(CentralMessage.Release::new));
    }
}
