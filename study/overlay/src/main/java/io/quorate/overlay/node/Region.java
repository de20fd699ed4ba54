// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Overlay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of the ring that belongs to a node: halfway to the next on each side.
 *
 * @param below the next node downwards; null if there is none
 * @param above the next node upwards; null if there is none
 */
record Region(@Nullable Handle below, @Nullable Handle above) {
    static Region of(Overlay overlay) {
        return new Region(overlay.neighbour(false), overlay.neighbour(true));
    }

    /** Whether no other node is known. */
    boolean isWholeRing() {
        return below == null && above == null;
    }

    /** Whether the node is the next one on either side. */
    boolean isNextTo(NodeId node) {
        return (below != null && below.node().equals(node))
                || (above != null && above.node().equals(node));
    }

    /** Whether keys belong to the node that did not when this was its region. */
    boolean growsTo(Region next, Handle self) {
        return movesAway(below, next.below, self, false) || movesAway(above, next.above, self, true);
    }

    private static boolean movesAway(@Nullable Handle before, @Nullable Handle after, Handle self, boolean upwards) {
        return before != null && (after == null || self.key().meetsFirst(before.key(), after.key(), upwards));
    }

    /** The remaining part if these nodes are up too. */
    Region among(List<Handle> others, Handle self) {
        Region left = this;
        for (Handle each : others) {
            left = new Region(nearer(left.below, each, self, false), nearer(left.above, each, self, true));
        }
        return left;
    }

    private static Handle nearer(@Nullable Handle bound, Handle added, Handle self, boolean upwards) {
        return bound == null || self.key().meetsFirst(added.key(), bound.key(), upwards) ? added : bound;
    }
}
