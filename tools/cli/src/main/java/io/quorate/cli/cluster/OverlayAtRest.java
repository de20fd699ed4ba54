// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.catalog.Overlays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An overlay in which nobody comes or goes, as checks and simulations have it. The kinds of overlays on sockets have a name here too, as
 * long as all their nodes know each other when they are at rest.
 */
public final class OverlayAtRest {
    private static final String FIXED = "fixed";

    private OverlayAtRest() {}

    /** As setups write it: fixed, or fixed:1 where nodes send only to one node on each side. */
    public static String of(String given, int nodes) {
        if (given.matches(FIXED + "(:[1-9][0-9]{0,5})?")) {
            return given;
        }
        if (Overlays.all().stream().noneMatch(kind -> kind.name().equals(given))) {
            throw new IllegalArgumentException("The overlay is pastry, ring, fixed, or fixed:1 where nodes send only to"
                    + " one node on each side; you gave \"" + given + "\".");
        }
        if (!allKnowEachOther(Overlays.named(given), nodes)) {
            throw new IllegalArgumentException("In an overlay of the kind " + given + " with " + nodes
                    + " nodes not all know each other, and a run without joins has no other. Take fewer nodes, --overlay"
                    + " fixed:1, quorate simulate --storm, or quorate dht.");
        }
        return FIXED;
    }

    private static boolean allKnowEachOther(OverlayKind kind, int nodes) {
        List<Handle> all = IntStream.range(0, nodes)
                .mapToObj(index -> Handle.of(NodeId.of(index)))
                .sorted(Comparator.comparing(Handle::key))
                .toList();
        return all.stream()
                .allMatch(self -> kind.settled(self, all).stream()
                                .filter(other -> !other.equals(self))
                                .distinct()
                                .count()
                        == nodes - 1L);
    }
}
