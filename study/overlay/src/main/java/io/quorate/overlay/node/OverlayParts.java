// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.part.NodePart;
import io.quorate.core.lock.part.PartFactory;
import io.quorate.core.lock.part.PartHost;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.wire.Codec;
import io.quorate.overlay.Addresses;
import org.jspecify.annotations.Nullable;

/** Plugs the overlay into the nodes of a protocol that needs one. */
record OverlayParts<M extends Message>(OverlayProtocol<M> protocol) implements PartFactory<M> {
    @Override
    public NodePart newPart(PartHost<M> host) {
        return new OverlayPart<>(protocol, host);
    }

    @Override
    public Codec<Message> codec(@Nullable PartStart start) {
        return new EntryCodec<>(protocol, start instanceof OverlayStart place ? place.addresses() : Addresses.NONE);
    }

    @Override
    public String howToStart() {
        return "Its nodes find each other by an overlay, not by a roster: give a place in one"
                + " (OverlayLocks.join(config, place) of the dependency io.quorate:quorate-overlay,"
                + " or quorate node --overlay pastry), or take quorumlock.";
    }
}
