// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.PracticeMessage.AddAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.AreYouThere;
import io.quorate.papers.ricartagrawala.PracticeMessage.Join;
import io.quorate.papers.ricartagrawala.PracticeMessage.Leave;
import io.quorate.papers.ricartagrawala.PracticeMessage.LeaveAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.NodeFailed;
import io.quorate.papers.ricartagrawala.PracticeMessage.NotInside;
import io.quorate.papers.ricartagrawala.PracticeMessage.Participants;
import io.quorate.papers.ricartagrawala.PracticeMessage.RestartYourself;
import io.quorate.papers.ricartagrawala.PracticeMessage.WillSponsor;
import io.quorate.papers.ricartagrawala.PracticeMessage.YesIAmHere;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** The messages of section 7. */
class PracticeBytesTest extends CodecLaws<RicartAgrawalaMessage> {
    @Override
    protected Codec<RicartAgrawalaMessage> codec() {
        return RicartAgrawala.with("practical").codec();
    }

    @Override
    protected Arbitrary<RicartAgrawalaMessage> anyMessage() {
        Arbitrary<Long> terms = Arbitraries.longs().between(0, Long.MAX_VALUE);
        Arbitrary<Long> numbers = Arbitraries.longs().between(0, LamportClock.COUNTER_MAX);
        Arbitrary<NodeId> nodes =
                Arbitraries.integers().between(0, NodeId.INDEX_MAX).map(NodeId::of);
        Arbitrary<Names> names = Combinators.combine(nodes, terms)
                .as((node, term) -> Names.NONE.with(node, term))
                .list()
                .ofMaxSize(5)
                .map(each -> each.stream().reduce(Names.NONE, Names::union));
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), Arbitraries.of(Mode.class)).as(AreYouThere::new),
                anyStamp().map(YesIAmHere::new),
                anyStamp().map(RestartYourself::new),
                Combinators.combine(nodes, terms).as(NodeFailed::new),
                Combinators.combine(nodes, terms).as(Add::new),
                Combinators.combine(nodes, terms, numbers).as(AddAck::new),
                Combinators.combine(terms, numbers, names).as(Participants::new),
                Arbitraries.oneOf(
                        terms.map(Join::new),
                        terms.map(WillSponsor::new),
                        terms.map(NotInside::new),
                        terms.map(Leave::new),
                        terms.map(LeaveAck::new)));
    }
}
