// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts in how many storms each rule, and each pair of rules, was exercised. */
public final class RuleCoverage {
    private static final StormRule[] RULES = StormRule.values();
    private static final int COLUMN = 7;

    /** With the same rule twice stands that one alone. */
    private final Map<StormRule, Map<StormRule, Long>> together = new EnumMap<>(StormRule.class);

    public void add(StormReport report) {
        Set<StormRule> exercised = report.rules();
        for (StormRule one : exercised) {
            for (StormRule other : exercised) {
                together.computeIfAbsent(one, rule -> new EnumMap<>(StormRule.class))
                        .merge(other, 1L, Long::sum);
            }
        }
    }

    /** In how many storms both were exercised; with the same rule twice, that one. */
    public long count(StormRule one, StormRule other) {
        Map<StormRule, Long> met = together.get(one);
        return met == null ? 0 : met.getOrDefault(other, 0L);
    }

    /** The pairs, as {@code H+V}, that met in no storm. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (StormRule one : RULES) {
            for (StormRule other : RULES) {
                if (one.compareTo(other) < 0 && count(one, other) == 0) {
                    missing.add(one + "+" + other);
                }
            }
        }
        return missing;
    }

    /** Whether any rule was exercised. */
    public boolean isEmpty() {
        for (StormRule rule : RULES) {
            if (count(rule, rule) > 0) {
                return false;
            }
        }
        return true;
    }

    /** A table: each rule with those up to itself. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (StormRule row : RULES) {
            StringBuilder line = new StringBuilder(padded(row.name()));
            for (StormRule column : RULES) {
                if (column.compareTo(row) <= 0) {
                    line.append(padded(String.valueOf(count(row, column))));
                }
            }
            lines.add(line.toString());
        }
        StringBuilder names = new StringBuilder(padded(""));
        for (StormRule column : RULES) {
            names.append(padded(column.name()));
        }
        lines.add(names.toString());
        return lines;
    }

    private static String padded(String text) {
        return " ".repeat(Math.max(0, COLUMN - text.length())) + text;
    }
}
