package io.quorate.lab.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects a table of a report, row by row. */
final class Rows {
    private final String title;
    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();

    Rows(String title, String... headings) {
        this.title = title;
        this.headings = List.of(headings);
    }

    /** Numbers are written as people do. */
    void add(Object... cells) {
        rows.add(Arrays.stream(cells).map(Comparison::text).toList());
    }

    int count() {
        return rows.size();
    }

    Sheet sheet() {
        return new Sheet(title, headings, rows);
    }
}
