// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.overlay.dht.TokenMessage.Cleared;
import io.quorate.overlay.dht.TokenMessage.Enqueue;
import io.quorate.overlay.dht.TokenMessage.Enqueued;
import io.quorate.overlay.dht.TokenMessage.IAmWinner;
import io.quorate.overlay.dht.TokenMessage.NotOwner;
import io.quorate.overlay.dht.TokenMessage.Outcome;
import io.quorate.overlay.dht.TokenMessage.Token;
import io.quorate.overlay.dht.TokenMessage.TokenAck;
import io.quorate.overlay.dht.TokenMessage.Voter;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.junit.jupiter.api.Test;

class TokenMessagesCodecTest extends CodecLaws<DhtMessage> {
    @Override
    protected Codec<DhtMessage> codec() {
        return DhtMessage.TABLE;
    }

    @Override
    protected Arbitrary<DhtMessage> anyMessage() {
        Arbitrary<Integer> replica = Arbitraries.integers().between(0, DhtMessage.REPLICAS_MAX - 1);
        Arbitrary<Integer> number = Arbitraries.integers().greaterOrEqual(0);
        Arbitrary<NodeId> node =
                Arbitraries.integers().between(0, NodeId.INDEX_MAX).map(NodeId::of);
        Arbitrary<Voter> voter = Combinators.combine(replica, node).as(Voter::new);
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), replica, node).as(IAmWinner::new),
                Combinators.combine(anyStamp(), replica).as(Cleared::new),
                Combinators.combine(anyStamp(), anyStamp(), number).as(Enqueue::new),
                Combinators.combine(anyStamp(), anyStamp(), number).as(Enqueued::new),
                anyStamp().map(NotOwner::new),
                Combinators.combine(
                                anyStamp(),
                                voter.list().ofMaxSize(9),
                                anyStamp().list().ofMaxSize(9))
                        .as(Token::new),
                Combinators.combine(anyStamp(), Arbitraries.of(Outcome.class)).as(TokenAck::new));
    }

    @Test
    void aTokenWithALongerQueueThanThereIsIsRefused() {
        Stamp stamp = new Stamp(1, NodeId.of(0), 0);
        Token token = new Token(stamp, List.of(), Collections.nCopies(TokenMessage.QUEUE_MAX + 1, stamp));
        ByteSink sink = new ByteSink();
        codec().write(token, sink);
        assertThatThrownBy(() -> codec().read(new ByteSource(sink.toByteArray())))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("2049");
    }
}
