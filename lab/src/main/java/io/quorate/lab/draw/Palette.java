package io.quorate.lab.draw;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A colour for each kind of message, of middle brightness: it stands out on white and on black. */
final class Palette {
    /** Usual kinds have the same colour in every picture. */
    private static final List<String> USUAL = List.of("Request", "Grant", "Release", "Queued", "Inquire", "Relinquish");

    private static final List<String> COLOURS = List.of(
            "#3b82d6", "#2f9e58", "#7c8794", "#9a66c9", "#d97a1f", "#d8434e", "#1f9aa8", "#a9763a", "#cf5a9c",
            "#6f7f1f");

    /** Blue and orange are for what stands out in a picture of quorums; these are for all else. */
    private static final List<String> OTHERS = COLOURS.stream()
            .filter(colour -> !List.of("#3b82d6", "#d97a1f").contains(colour))
            .toList();

    private final Map<String, String> colours = new LinkedHashMap<>();

    Palette(List<String> kinds) {
        int next = USUAL.size();
        for (String kind : kinds) {
            int usual = USUAL.indexOf(kind);
            int place = usual >= 0 ? usual : next++ % COLOURS.size();
            colours.put(kind, COLOURS.get(place));
        }
    }

    String of(String kind) {
        return colours.getOrDefault(kind, COLOURS.get(0));
    }

    /** One colour after the other. */
    static String any(int place) {
        return COLOURS.get(place % COLOURS.size());
    }

    /** One colour after the other, but for the two with which quorums stand out. */
    static String other(int place) {
        return OTHERS.get(place % OTHERS.size());
    }
}
