// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects a table of a report, row by row. */
public final class Rows {
    private final String title;
    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    public Rows(String title, String... headings) {
        this.title = title;
        this.headings = List.of(headings);
    }

    /** Numbers are written as people do. */
    public void add(Object... cells) {
        rows.add(Arrays.stream(cells).map(Comparison::text).toList());
    }

    public int count() {
        return rows.size();
    }

    public Sheet sheet() {
        return new Sheet(title, headings, rows);
    }
}
