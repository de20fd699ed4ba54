package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Failed;
import io.quorate.core.protocol.maekawa.MaekawaMessage.ForRole;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Inquire;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Locked;
import io.quorate.core.protocol.maekawa.MaekawaMessage.OfRequest;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Release;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Relinquish;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Request;
import io.quorate.core.protocol.maekawa.MaekawaMessage.State;
import io.quorate.core.protocol.maekawa.MaekawaMessage.TakeOver;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

class MaekawaCodecTest extends CodecLaws<MaekawaMessage> {
    @Override
    protected Codec<MaekawaMessage> codec() {
        return new Maekawa().codec();
    }

    @Override
    protected Arbitrary<MaekawaMessage> anyMessage() {
        Arbitrary<Long> numbers = Arbitraries.longs().between(0, Long.MAX_VALUE);
        Arbitrary<NodeId> roles =
                Arbitraries.integers().between(0, NodeId.INDEX_MAX).map(NodeId::of);
        return Arbitraries.oneOf(
                anyOfRequest().map(said -> said),
                Combinators.combine(roles, anyOfRequest()).as(ForRole::new),
                roles.map(TakeOver::new),
                roles.map(role -> new State(role, null, false, 0)),
                Combinators.combine(roles, anyStamp(), Arbitraries.of(true, false), numbers)
                        .as(State::new));
    }

    private Arbitrary<OfRequest> anyOfRequest() {
        Arbitrary<Long> numbers = Arbitraries.longs().between(0, Long.MAX_VALUE);
        return Arbitraries.oneOf(
                anyStamp().map(Request::new),
                anyStamp().map(Failed::new),
                anyStamp().map(Release::new),
                Combinators.combine(anyStamp(), numbers).as(Locked::new),
                Combinators.combine(anyStamp(), numbers).as(Inquire::new),
                Combinators.combine(anyStamp(), numbers).as(Relinquish::new));
    }
}
