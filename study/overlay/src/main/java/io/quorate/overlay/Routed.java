// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;

/**
 * A message on its way to the owner of a key.
 *
 * @param key whose owner it is for
 * @param origin the node that sent it
 * @param hops over how many links it has come
 * @param content what is in it
 */
public record Routed<P>(Key key, NodeId origin, int hops, P content) {
    Routed<P> afterHop(P changed) {
        return new Routed<>(key, origin, hops + 1, changed);
    }

    Routed<P> beforeHop() {
        return new Routed<>(key, origin, hops - 1, content);
    }
}
