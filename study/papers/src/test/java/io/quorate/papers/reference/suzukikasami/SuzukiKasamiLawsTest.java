// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.suzukikasami;

import io.quorate.core.lock.LyingPeersLaws;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.List;

class SuzukiKasamiLawsTest extends LyingPeersLaws<SuzukiKasamiMessage> {
    @Override
    protected Protocol<SuzukiKasamiMessage> protocol() {
        return new SuzukiKasami();
    }

    @Override
    protected List<SuzukiKasamiMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        return List.of(
                new SuzukiKasamiMessage.Request(number),
                new SuzukiKasamiMessage.Privilege(number, Numbers.ZERO.with(node, number), List.of()),
                new SuzukiKasamiMessage.Privilege(number, Numbers.ZERO, List.of(node, stamp.node())));
    }

    /** Who has the token says so, and nobody can tell whether that is true. */
    @Override
    protected boolean restsOnEachMemberAlone() {
        return false;
    }
}
