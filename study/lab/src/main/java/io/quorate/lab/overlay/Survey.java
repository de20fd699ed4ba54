// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Sees all nodes at once, and so knows what each of them should know. */
public final class Survey {
    private final OverlayKind kind;
    private final List<Overlay> nodes;
    private final List<Handle> sorted;

    Survey(OverlayKind kind, List<Overlay> nodes) {
        this.kind = kind;
        this.nodes = nodes;
        this.sorted = nodes.stream()
                .map(Overlay::self)
                .sorted(Comparator.comparing(Handle::key))
                .toList();
    }

    /** The nodes nearest to the key, nearest first. */
    public List<Handle> nearest(Key key, int count) {
        return sorted.stream()
                .sorted((one, other) -> one.equals(other) ? 0 : key.isNearer(one.key(), other.key()) ? -1 : 1)
                .limit(count)
                .toList();
    }

    /** The node nearest to the key. */
    public Handle owner(Key key) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted.get(middle).key().compareTo(key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Handle after = sorted.get(low % sorted.size());
        Handle before = sorted.get(Math.floorMod(low - 1, sorted.size()));
        return key.isNearer(before.key(), after.key()) ? before : after;
    }

    /** The nodes whose neighbours are not those that they should have. */
    public List<Handle> astray() {
        return nodes.stream().filter(node -> !isRight(node)).map(Overlay::self).toList();
    }

    /** The nodes that still know one that is not there. */
    public List<Handle> haunted() {
        Set<Handle> present = new LinkedHashSet<>(sorted);
        return nodes.stream()
                .filter(node -> !present.containsAll(node.known()))
                .map(Overlay::self)
                .toList();
    }

    private boolean isRight(Overlay node) {
        Overlay right = kind.newNode(node.self(), kind.settled(node.self(), sorted));
        return new LinkedHashSet<>(node.neighbours()).equals(new LinkedHashSet<>(right.neighbours()));
    }
}
