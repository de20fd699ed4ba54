// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import io.quorate.papers.maekawa.MaekawaMessage.Failed;
import io.quorate.papers.maekawa.MaekawaMessage.ForRole;
import io.quorate.papers.maekawa.MaekawaMessage.Inquire;
import io.quorate.papers.maekawa.MaekawaMessage.Locked;
import io.quorate.papers.maekawa.MaekawaMessage.OfRequest;
import io.quorate.papers.maekawa.MaekawaMessage.Release;
import io.quorate.papers.maekawa.MaekawaMessage.Relinquish;
import io.quorate.papers.maekawa.MaekawaMessage.Request;
import io.quorate.papers.maekawa.MaekawaMessage.State;
import io.quorate.papers.maekawa.MaekawaMessage.TakeOver;
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
