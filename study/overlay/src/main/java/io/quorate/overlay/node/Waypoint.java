// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Key;

/**
 * Where a routed message is on its way, as the node sees it that it has come to.
 *
 * @param key whose owner it is for
 * @param origin the node that sent it
 * @param previous where it came from; the origin itself at the origin
 * @param next where it goes from here; this very node at the owner of the key
 * @param hops over how many links it has come
 */
public record Waypoint(Key key, NodeId origin, NodeId previous, NodeId next, int hops) {}
