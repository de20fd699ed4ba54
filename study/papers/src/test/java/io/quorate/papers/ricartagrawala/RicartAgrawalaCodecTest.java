// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.model.Mode;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class RicartAgrawalaCodecTest extends CodecLaws<RicartAgrawalaMessage> {
    @Override
    protected Codec<RicartAgrawalaMessage> codec() {
        return new RicartAgrawala().codec();
    }

    @Override
    protected Arbitrary<RicartAgrawalaMessage> anyMessage() {
        Arbitrary<Integer> attempts =
                Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.integers().between(0, Integer.MAX_VALUE));
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), Arbitraries.of(Mode.values()), attempts)
                        .as(Request::new),
                Combinators.combine(anyStamp(), attempts).as(Reply::new));
    }
}
