// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import java.util.List;

/** Colours of middle brightness for lines of a picture: they stand out on white and on black. */
final class Palette {
    private static final List<String> COLOURS = List.of(
            "#3b82d6", "#2f9e58", "#7c8794", "#9a66c9", "#d97a1f", "#d8434e", "#1f9aa8", "#a9763a", "#cf5a9c",
            "#6f7f1f");

    /** Blue and orange are for what stands out in a picture of quorums; these are for all else. */
    private static final List<String> OTHERS = COLOURS.stream()
            .filter(colour -> !List.of("#3b82d6", "#d97a1f").contains(colour))
            .toList();

    private Palette() {}

    /** One colour after the other. */
    static String any(int place) {
        return COLOURS.get(place % COLOURS.size());
    }

    /** One colour after the other, except the two that highlight quorums. */
    static String other(int place) {
        return OTHERS.get(place % OTHERS.size());
    }
}
