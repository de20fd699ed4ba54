// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The answer to a name that does not exist: the nearest one that does. */
public final class Suggestion {
    /** More than this many edits away is no typing error, nor is a word of which less than half is left. */
    private static final int EDITS_MAX = 4;

    private Suggestion() {}

    /** Refuses a name, and says which was probably meant. There must be known names. */
    public static IllegalArgumentException unknown(String what, String name, List<String> known) {
        String hint = nearest(name, known)
                .map(nearest -> " Did you mean \"" + nearest + "\"?")
                .orElse("");
        return new IllegalArgumentException(
                "There is no " + what + " \"" + name + "\"." + hint + " There are: " + String.join(", ", known) + ".");
    }

    /** Which of the known names was probably meant; empty if none is so near that this one is a typing error. */
    public static Optional<String> nearest(String name, List<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int limit = Math.min(EDITS_MAX, wanted.length() / 2);
        return known.stream()
                .min(Comparator.comparingInt(each -> edits(wanted, each.toLowerCase(Locale.ROOT))))
                .filter(each -> edits(wanted, each.toLowerCase(Locale.ROOT)) <= limit);
    }

    /** How many letters must be added, taken away or replaced to make one word of the other. */
    private static int edits(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int line = 1; line <= one.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column < row.length; column++) {
                int replaced = diagonal + (one.charAt(line - 1) == other.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, Math.min(diagonal, row[column - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
