// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.wire.Codec;
import io.quorate.overlay.node.OverlayProtocol;
import io.quorate.overlay.node.PlaceRule;

/** The traits that the protocols on a distributed hash table share. */
public interface DhtProtocol extends OverlayProtocol<DhtMessage> {
    /**
     * Messages may be lost, duplicated and reordered, and any node may crash. That rests on the overlay being whole: see
     * docs/understand/guarantees.md. Each replica serves by age; several replicas together promise no order.
     */
    ProtocolTraits TRAITS =
            new ProtocolTraits(Delivery.UNORDERED, true, true, false, Crashes.ALL_BY_LEASES, Fairness.BOUNDED);

    int USUAL_REPLICAS = 3;

    /** This protocol, whose nodes do not keep one rule: for storms, never for use. */
    default Protocol<DhtMessage> without(PlaceRule rule) {
        return new Careless(this, rule);
    }

    @Override
    default Codec<DhtMessage> codec() {
        return DhtMessage.TABLE;
    }

    /** A majority of three replicas. */
    @Override
    default QuorumSystem usualQuorums(int nodes) {
        return new Majority(Math.min(USUAL_REPLICAS, nodes));
    }

    /** Refuses more replicas than messages can name. */
    @Override
    default void requireUsable(QuorumSystem quorums) {
        if (quorums.size() > DhtMessage.REPLICAS_MAX) {
            throw new IllegalArgumentException("a lock has at most " + DhtMessage.REPLICAS_MAX + " replicas, not "
                    + quorums.size() + ": take fewer");
        }
    }
}
