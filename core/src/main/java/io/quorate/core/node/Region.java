package io.quorate.core.node;

import io.quorate.core.model.NodeId;
import io.quorate.core.overlay.Handle;
import io.quorate.core.overlay.Key;
import io.quorate.core.overlay.Overlay;
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
        if (before == null) {
            return false;
        }
        return after == null || way(self, before, upwards).compareTo(way(self, after, upwards)) < 0;
    }

    private static Key way(Handle self, Handle other, boolean upwards) {
        return upwards ? self.key().clockwiseTo(other.key()) : other.key().clockwiseTo(self.key());
    }
}
