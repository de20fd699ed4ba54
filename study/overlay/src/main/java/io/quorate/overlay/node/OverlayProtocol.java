// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.part.PartFactory;
import java.util.Optional;

/**
 * A protocol whose nodes find each other by an overlay. Everybody may have to vote, and the voters of the quorum system are not nodes
 * but the replicas of a lock: numbers, each at whichever node owns the key of it. Its machines are {@link RoutedMachine}s.
 */
public interface OverlayProtocol<M extends Message> extends Protocol<M> {
    @Override
    default Optional<PartFactory<M>> part() {
        return Optional.of(new OverlayParts<>(this));
    }

    /** Whether its nodes keep this rule: all do, except the mutants that storms must find. */
    default boolean keeps(PlaceRule rule) {
        return true;
    }

    /** Whether this is a protocol whose nodes find each other by an overlay. */
    static boolean isOne(Protocol<?> protocol) {
        return protocol instanceof OverlayProtocol;
    }
}
