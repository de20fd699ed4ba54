// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.LyingPeersLaws;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.sequential.SequentialMessage.Inquire;
import io.quorate.papers.sequential.SequentialMessage.Locked;
import io.quorate.papers.sequential.SequentialMessage.Release;
import io.quorate.papers.sequential.SequentialMessage.Request;
import java.util.List;

/** Whatever can be said by the messages of section 10. */
abstract class SequentialLies extends LyingPeersLaws<SequentialMessage> {
    @Override
    protected List<SequentialMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        return List.of(new Request(stamp), new Locked(stamp), new Release(stamp), new Inquire(stamp));
    }
}
