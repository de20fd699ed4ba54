// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.overlay.Key;

/** A message that a machine has routed, before it leaves. */
public record RouteOrder<M extends Message>(Key key, M message) implements PartOrder {
    @Override
    public String toString() {
        return "routed " + message;
    }
}
