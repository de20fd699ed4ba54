// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.fixed;

import io.quorate.overlay.Handle;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayTiming;
import java.util.List;

/**
 * These nodes and no others.
 *
 * @param reach to how many nodes on each side of it a node sends; 0 if to all
 */
public record FixedRoster(List<Handle> all, int reach) implements OverlayKind {
    public FixedRoster {
        all = List.copyOf(all);
        if (reach < 0) {
            throw new IllegalArgumentException(
                    "a node reaches this number of nodes on each side, or with 0 all of them, not " + reach);
        }
    }

    @Override
    public String name() {
        return "fixed";
    }

    @Override
    public String summary() {
        return "a roster that is known from the start, for models and tests; nobody watches anybody";
    }

    /** Without meaning: nobody watches anybody. */
    @Override
    public OverlayTiming timing() {
        return OverlayTiming.USUAL;
    }

    /** It knows the whole roster from the beginning. */
    @Override
    public Overlay newNode(Handle self, List<Handle> heard) {
        return new FixedNode(this, self);
    }

    @Override
    public List<Handle> settled(Handle self, List<Handle> sorted) {
        return new FixedNode(new FixedRoster(sorted, reach), self).known();
    }
}
