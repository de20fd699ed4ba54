// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeSet;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.CodecLaws;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.papers.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.papers.ricartagrawala.MediaMessage.Deferred;
import io.quorate.papers.ricartagrawala.MediaMessage.MediumReply;
import io.quorate.papers.ricartagrawala.MediaMessage.MediumRequest;
import io.quorate.papers.ricartagrawala.MediaMessage.ReplyList;
import io.quorate.papers.ricartagrawala.MediaMessage.RingRequest;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;

class MediaCodecTest extends CodecLaws<RicartAgrawalaMessage> {
    @Override
    protected Codec<RicartAgrawalaMessage> codec() {
        return new RicartAgrawala().codec();
    }

    @Override
    protected Arbitrary<RicartAgrawalaMessage> anyMessage() {
        Arbitrary<RicartAgrawalaMessage> replies =
                anyStamp().list().ofMaxSize(5).map(ReplyList::new);
        Arbitrary<RicartAgrawalaMessage> requests =
                anyStamp().map(stamp -> new RicartAgrawalaMessage.Request(stamp, Mode.EXCLUSIVE));
        Arbitrary<NodeSet> nodes = Arbitraries.integers()
                .between(0, 200)
                .array(int[].class)
                .ofMaxSize(6)
                .map(NodeSet::ofIndexes);
        return Arbitraries.oneOf(
                anyStamp().map(Deferred::new),
                replies,
                replies.map(Broadcast::new),
                requests.map(Broadcast::new),
                Arbitraries.just(new MediumRequest()),
                Arbitraries.just(new MediumReply()),
                Combinators.combine(anyStamp(), nodes).as(RingRequest::new));
    }

    @Example
    void aBroadcastOfABroadcastIsRefused() {
        byte[] nested = {3, 1, 3, 3};
        assertThatThrownBy(() -> codec().read(new ByteSource(nested))).isInstanceOf(MalformedFrameException.class);
        assertThatThrownBy(() -> new Broadcast(new MediumRequest())).hasMessageContaining("not broadcast again");
    }
}
