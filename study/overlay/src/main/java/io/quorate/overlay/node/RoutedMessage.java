// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.Message;
import io.quorate.overlay.Routed;

/** A message of the algorithm on its way to the owner of a key; it counts as what is in it. */
public record RoutedMessage<M extends Message>(Routed<M> routed) implements Message {
    /** Enough to tell a few keys apart. */
    private static final int DIGITS_SHOWN = 4;

    @Override
    public String kind() {
        return routed.content().kind();
    }

    @Override
    public String toString() {
        return routed.content() + " to " + routed.key().toString().substring(0, DIGITS_SHOWN);
    }
}
