// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.plan;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.plan.measure.Variants;
import io.quorate.lab.plan.measure.ZoneLoss;
import io.quorate.lab.world.ZoneSizes;
import java.util.List;

/**
 * The zones of the voters: the sizes of the first zone, the second, and so on; voters are numbered in this order. A zone may fail as a
 * whole.
 */
public record Zones(List<Integer> sizes) {
    /** Nothing is known of zones. */
    public static final Zones NONE = new Zones(List.of());

    /** How many variants of a system are looked at. */
    private static final int VARIANTS_MAX = 500;

    public Zones {
        sizes = List.copyOf(sizes);
    }

    /** Reads the sizes of the zones, as in {@code 5,4,4}, or how many there are, as in {@code 3}: then they are equal if possible. */
    public static Zones parse(String text, int voters) {
        return new Zones(ZoneSizes.parse(text, voters));
    }

    public boolean areKnown() {
        return !sizes.isEmpty();
    }

    /** The number of nodes in the largest zone; none if nothing is known. */
    public int largest() {
        return sizes.stream().mapToInt(size -> size).max().orElse(0);
    }

    /** The sizes, as in {@code 5,4,4}. */
    public String text() {
        return String.join(",", sizes.stream().map(String::valueOf).toList());
    }

    /** The effect of the loss of any one zone on a system that survives a number of failures at any place. */
    ZoneLoss lossIn(QuorumSystem system, int survived) {
        if (survived >= largest()) {
            return new ZoneLoss(1, true);
        }
        int different = Variants.keepQuorums(system) ? 1 : system.variants();
        int looked = Math.min(VARIANTS_MAX, different);
        long surviving =
                Variants.some(system, looked).filter(this::survivesEach).count();
        return new ZoneLoss((double) surviving / looked, looked == different);
    }

    private boolean survivesEach(QuorumSystem system) {
        int first = 0;
        for (int size : sizes) {
            NodeSet.Builder left = new NodeSet.Builder();
            for (int index = 0; index < system.size(); index++) {
                if (index < first || index >= first + size) {
                    left.add(index);
                }
            }
            if (!system.isQuorum(left.build())) {
                return false;
            }
            first += size;
        }
        return true;
    }
}
