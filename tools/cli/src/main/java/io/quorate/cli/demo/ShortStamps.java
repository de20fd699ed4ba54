// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counters of stamps follow true time in microseconds and are long; for reading, those of one trace are counted from the lowest,
 * in the order that they have.
 */
final class ShortStamps {
    /** A counter is followed by the node, as in {@code 216968565312098.n1}. */
    private static final Pattern COUNTER = Pattern.compile("\\b([0-9]{10,18})(?=\\.n[0-9])");

    private ShortStamps() {}

    static List<String> in(List<String> lines) {
        List<Long> known = lines.stream()
                .flatMap(line -> COUNTER.matcher(line).results())
                .map(ShortStamps::counter)
                .distinct()
                .sorted()
                .toList();
        return lines.stream()
                .map(line -> COUNTER.matcher(line)
                        .replaceAll(
                                match -> Matcher.quoteReplacement(Long.toString(known.indexOf(counter(match)) + 1L))))
                .toList();
    }

    private static Long counter(MatchResult match) {
        return Long.valueOf(match.group(1));
    }
}
