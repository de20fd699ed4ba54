// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtLies;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.PathMessage.Gather;
import java.util.List;

class NonEndToEndLiesTest extends DhtLies {
    @Override
    protected Protocol<DhtMessage> protocol() {
        return new NonEndToEnd();
    }

    /**
     * All but a Gather that takes others along: who sends one speaks for others, and is believed, as the paper supposes. If it names a
     * request of the far future, a replica votes for it, and nobody comes above that fence for a long time.
     */
    @Override
    protected List<DhtMessage> messagesAbout(Stamp stamp, long number, NodeId node) {
        return super.messagesAbout(stamp, number, node).stream()
                .filter(message ->
                        !(message instanceof Gather gather) || gather.requests().isEmpty())
                .toList();
    }
}
