// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.PathMessage.Errand;
import io.quorate.overlay.dht.PathMessage.Gather;
import io.quorate.overlay.dht.PathMessage.GrantReq;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.junit.jupiter.api.Test;

class PathMessagesCodecTest extends CodecLaws<DhtMessage> {
    @Override
    protected Codec<DhtMessage> codec() {
        return new NonEndToEnd().codec();
    }

    @Override
    protected Arbitrary<DhtMessage> anyMessage() {
        Arbitrary<Integer> replicas = Arbitraries.integers().between(0, 127);
        Arbitrary<List<Stamp>> requests = anyStamp()
                .list()
                .uniqueElements()
                .ofMaxSize(5)
                .map(stamps -> stamps.stream().sorted().toList());
        return Arbitraries.oneOf(
                Combinators.combine(anyStamp(), replicas, anyStamp()).as(GrantReq::new),
                Combinators.combine(anyStamp(), replicas, Arbitraries.of(Errand.class), requests)
                        .as(Gather::new));
    }

    @Test
    void requestsThatAreNotSortedAreRefused() {
        Stamp one = new Stamp(1, NodeId.of(1), 0);
        Stamp two = new Stamp(2, NodeId.of(2), 0);
        ByteSink sink = new ByteSink();
        codec().write(new Gather(one, 0, Errand.GATHER, List.of(two, one)), sink);
        assertThatThrownBy(() -> codec().read(new ByteSource(sink.toByteArray())))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("not sorted");
    }
}
