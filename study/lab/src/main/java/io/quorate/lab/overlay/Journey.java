// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message that was routed, as it went. */
public final class Journey {
    private final Key key;
    private final NodeId origin;
    private final List<NodeId> visited = new ArrayList<>(4);
    private @Nullable NodeId end;

    Journey(Key key, NodeId origin) {
        this.key = key;
        this.origin = origin;
    }

    public Key key() {
        return key;
    }

    public NodeId origin() {
        return origin;
    }

    /** The nodes that sent it on, the origin first; those that had sent it before it came a second time, twice. */
    public List<NodeId> visited() {
        return visited;
    }

    /** Over how many links it came to its end. */
    public int hops() {
        return visited.size();
    }

    /** The node that it was delivered to; null if it is lost, or still under way. */
    public @Nullable NodeId end() {
        return end;
    }

    void passes(NodeId node) {
        visited.add(node);
    }

    void ends(NodeId node) {
        if (!visited.isEmpty() && visited.get(visited.size() - 1).equals(node)) {
            visited.remove(visited.size() - 1); // it let it pass, but there was nobody to take it
        }
        end = node;
    }
}
