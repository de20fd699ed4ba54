package io.quorate.core.protocol.reference.lamport;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.LyingPeersLaws;
import io.quorate.core.protocol.Protocol;
import java.util.List;

class LamportLawsTest extends LyingPeersLaws<LamportMessage> {
    @Override
    protected Protocol<LamportMessage> protocol() {
        return new Lamport();
    }

    @Override
    protected List<LamportMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        return List.of(
                new LamportMessage.Request(stamp, (int) Math.min(number, 9)),
                new LamportMessage.Acknowledge(stamp, (int) Math.min(number, 9)),
                new LamportMessage.Release(stamp),
                new LamportMessage.Inquire(stamp));
    }
}
