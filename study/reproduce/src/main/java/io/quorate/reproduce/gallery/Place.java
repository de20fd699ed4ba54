// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where something stands in a paper, as in "Section 6.2.1"; in the order of the paper. The comment of a scenario says it; where it does
 * not, the file {@code exhibits.tsv} does.
 */
record Place(String text) implements Comparable<Place> {
    /** Where the protocol is in no paper, or the paper says nothing of it. */
    static final Place NONE = new Place("");

    private static final Pattern SECTION = Pattern.compile("(?i)\\bsections? ([0-9]+(?:\\.[0-9]+)*|[IVX]+)\\b");
    private static final Pattern APPENDIX = Pattern.compile("^Appendix\\b");
    private static final List<String> ROMAN = List.of("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII");

    /** The place of a scenario by its name, else by what it says of itself. */
    static Place of(String scenario, String title) {
        Optional<Place> known = KnownExhibits.place(scenario);
        if (known.isPresent()) {
            return known.get();
        }
        Matcher section = SECTION.matcher(title);
        if (APPENDIX.matcher(title).find()) {
            return new Place("Appendix");
        }
        return section.find() ? new Place("Section " + section.group(1)) : NONE;
    }

    /** Sections by their numbers, then the rest as in the file, and last what has no place. */
    @Override
    public int compareTo(Place other) {
        return Comparator.comparing((Place place) -> place.text.isEmpty())
                .thenComparing(place -> place.numbers().isEmpty())
                .thenComparing(Place::numbers, Place::compareNumbers)
                .thenComparing(KnownExhibits::order)
                .thenComparing(Place::text)
                .compare(this, other);
    }

    private List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        Matcher section = SECTION.matcher(text);
        if (section.find()) {
            for (String part : section.group(1).toUpperCase(Locale.ROOT).split("\\.")) {
                numbers.add(ROMAN.contains(part) ? ROMAN.indexOf(part) : Integer.parseInt(part));
            }
        }
        return numbers;
    }

    private static int compareNumbers(List<Integer> one, List<Integer> other) {
        for (int place = 0; place < Math.min(one.size(), other.size()); place++) {
            if (!one.get(place).equals(other.get(place))) {
                return one.get(place) - other.get(place);
            }
        }
        return one.size() - other.size();
    }
}
