// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import java.util.ArrayList;
import java.util.List;

/** A table of a report: a heading for each column, and rows of just as many cells. */
public record Sheet(String title, List<String> headings, List<List<String>> rows) {
    public Sheet {
        headings = List.copyOf(headings);
        List<List<String>> copies = new ArrayList<>();
        for (List<String> row : rows) {
            if (row.size() != headings.size()) {
                throw new IllegalArgumentException("A row of the table \"" + title + "\" has " + row.size()
                        + " cells under " + headings.size() + " headings: " + row + ".");
            }
            copies.add(List.copyOf(row));
        }
        rows = List.copyOf(copies);
    }
}
