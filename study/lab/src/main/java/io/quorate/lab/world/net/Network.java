// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.net;

import io.quorate.core.lock.ProtocolTraits.Delivery;
import java.util.Locale;

/** In which order frames may arrive. */
public enum Network {
    /** A medium that all share: every node receives all that is sent to it, its own frames too, in the one order of sending. */
    SEQUENCED(Delivery.SEQUENCED),
    /** Those from one node to another in the order in which they were sent: only the first of a channel can be delivered. */
    FIFO(Delivery.FIFO),
    /** In any order; frames may also be duplicated. */
    UNORDERED(Delivery.UNORDERED);

    private final Delivery delivery;

    Network(Delivery delivery) {
        this.delivery = delivery;
    }

    /** Whether a protocol that needs this can count on it. */
    public boolean isEnoughFor(Delivery needed) {
        return delivery.compareTo(needed) <= 0;
    }

    /** The one with the least order that is enough. */
    public static Network justEnoughFor(Delivery needed) {
        return valueOf(needed.name());
    }

    /** As it is written in setups. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
