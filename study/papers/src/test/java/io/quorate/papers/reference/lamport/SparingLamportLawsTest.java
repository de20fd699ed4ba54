// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.lamport;

import io.quorate.core.lock.LyingPeersLaws;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.List;

class SparingLamportLawsTest extends LyingPeersLaws<LamportMessage> {
    @Override
    protected Protocol<LamportMessage> protocol() {
        return Lamport.sparing();
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
