// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.raymond;

import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

class RaymondCodecTest extends CodecLaws<RaymondMessage> {
    @Override
    protected Codec<RaymondMessage> codec() {
        return new Raymond().codec();
    }

    @Override
    protected Arbitrary<RaymondMessage> anyMessage() {
        return Arbitraries.of(new RaymondMessage.Request(), new RaymondMessage.Privilege());
    }
}
