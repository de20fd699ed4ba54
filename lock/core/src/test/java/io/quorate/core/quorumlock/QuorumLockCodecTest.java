// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.Mode;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Behind;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class QuorumLockCodecTest extends CodecLaws<QuorumLockMessage> {
    @Override
    protected Codec<QuorumLockMessage> codec() {
        return new QuorumLock().codec();
    }

    @Override
    protected Arbitrary<QuorumLockMessage> anyMessage() {
        Arbitrary<Long> numbers = Arbitraries.longs().between(0, Long.MAX_VALUE);
        Arbitrary<Long> fences = Arbitraries.longs().between(0, LamportClock.COUNTER_MAX);
        Arbitrary<Boolean> flags = Arbitraries.of(true, false);
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), Arbitraries.of(Mode.class), flags)
                        .as(Request::new),
                anyStamp().map(Release::new),
                anyStamp().map(Queued::new),
                Combinators.combine(anyStamp(), numbers).as(Relinquish::new),
                Combinators.combine(anyStamp(), numbers, flags, fences).as(Grant::new),
                Combinators.combine(anyStamp(), numbers, flags, fences).as(Inquire::new),
                Combinators.combine(anyStamp(), numbers, fences).as(Announce::new),
                Combinators.combine(anyStamp(), fences, flags).as(Behind::new),
                Combinators.combine(anyStamp(), fences).as(Noted::new));
    }
}
