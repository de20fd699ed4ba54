// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How each kind of message looks: a style with its colour, its dashes if there are more kinds than colours, and a tag for where
 * there is no room for its name. Messages with the same meaning in several protocols have the same colour in every picture.
 */
public final class Kinds {
    /** Colours on white and on black. On both, texts in them can be read, and who sees no red or green can tell the first apart. */
    static final List<Colour> COLOURS = List.of(
            new Colour("#2268cc", "#5288f0", 33),
            new Colour("#19834f", "#20e97d", 35),
            new Colour("#4f545b", "#ced3d7", 245),
            new Colour("#6a1285", "#c080c1", 135),
            new Colour("#a26702", "#e38133", 208),
            new Colour("#9c0a1e", "#c1717b", 197),
            new Colour("#00788a", "#4fd0e0", 37),
            new Colour("#75502e", "#d3ab80", 137),
            new Colour("#b52a84", "#ff94d2", 170),
            new Colour("#5f6a00", "#c6d24a", 142),
            new Colour("#3b3fa8", "#aab0ff", 63),
            new Colour("#c43e00", "#ff6f4d", 202));

    /** The kinds that have one of the first colours, in the order of colours. */
    private static final List<List<String>> USUAL = List.of(
            List.of("Request"),
            List.of("Grant", "Locked", "Reply", "Token", "Privilege", "Acknowledge"),
            List.of("Release"),
            List.of("Queued", "Failed", "Fail"),
            List.of("Inquire"),
            List.of("Relinquish", "Relinq", "Yield"));

    private static final int TAG_MIN = 3;

    /** A colour on a light and on a dark background, and the one of a terminal's 256 that is like it and can be read on both. */
    record Colour(String light, String dark, int terminal) {}

    private record Look(int colour, boolean dashed, String tag) {}

    private final Map<String, Look> looks = new LinkedHashMap<>();

    public Kinds(List<String> kinds) {
        boolean[] taken = new boolean[COLOURS.size()];
        for (String kind : kinds) {
            int usual = usual(kind);
            if (usual >= 0 && !taken[usual]) {
                taken[usual] = true;
                looks.put(kind, new Look(usual, false, tag(kind, kinds)));
            }
        }
        // Colours that nobody has by right go to the others, those at the end first: they mean nothing elsewhere.
        int next = 0;
        for (String kind : kinds) {
            if (!looks.containsKey(kind)) {
                int place = place(next++, taken);
                looks.put(kind, new Look(place % COLOURS.size(), place >= COLOURS.size(), tag(kind, kinds)));
            }
        }
    }

    private static int usual(String kind) {
        for (int place = 0; place < USUAL.size(); place++) {
            if (USUAL.get(place).contains(kind)) {
                return place;
            }
        }
        return -1;
    }

    /** The so manyth free colour from the seventh on; then the free ones among the first; then all again, with dashes. */
    private static int place(int number, boolean[] taken) {
        int left = number;
        for (int step = 0; step < taken.length; step++) {
            int place = (USUAL.size() + step) % taken.length;
            if (!taken[place] && left-- == 0) {
                return place;
            }
        }
        return COLOURS.size() + left % COLOURS.size();
    }

    /** The beginning of the name, as long as it takes to tell it from the others. */
    private static String tag(String kind, List<String> kinds) {
        for (int length = TAG_MIN; length < kind.length(); length++) {
            String begin = kind.substring(0, length);
            if (kinds.stream().filter(other -> other.startsWith(begin)).count() == 1) {
                return begin;
            }
        }
        return kind;
    }

    private Look look(String kind) {
        return looks.getOrDefault(kind, new Look(0, false, kind));
    }

    /** The style classes of everything that belongs to a message of this kind. */
    public String style(String kind) {
        return "k" + look(kind).colour;
    }

    /** The attribute that gives a line its dashes, if the kind has any. */
    public String dashes(String kind) {
        return look(kind).dashed ? " stroke-dasharray=\"11 3\"" : "";
    }

    public int terminalColour(String kind) {
        return COLOURS.get(look(kind).colour).terminal;
    }

    public String tag(String kind) {
        return look(kind).tag;
    }

    /** The styles: things drawn in the current colour have that of their kind. */
    public static String css(boolean dark) {
        StringBuilder css = new StringBuilder();
        for (int place = 0; place < COLOURS.size(); place++) {
            Colour colour = COLOURS.get(place);
            css.append(place == 0 ? "" : " ")
                    .append(".k")
                    .append(place)
                    .append(" { color: ")
                    .append(dark ? colour.dark : colour.light)
                    .append("; }");
        }
        return css.toString();
    }
}
