package io.quorate.core.protocol.quorumlock;

import io.quorate.core.model.Mode;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Request;
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
        Arbitrary<Boolean> flags = Arbitraries.of(true, false);
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), Arbitraries.of(Mode.class)).as(Request::new),
                anyStamp().map(Release::new),
                anyStamp().map(Queued::new),
                Combinators.combine(anyStamp(), numbers).as(Relinquish::new),
                Combinators.combine(anyStamp(), numbers, flags).as(Grant::new),
                Combinators.combine(anyStamp(), numbers, flags).as(Inquire::new));
    }
}
