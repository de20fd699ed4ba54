// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import io.quorate.api.text.Printable;
import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as they need to be, numbers to the right. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... header) {
        rows.add(List.of(header));
    }

    public TextTable row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell instanceof Double number ? Words.decimal(number) : Printable.of(String.valueOf(cell)));
        }
        if (row.size() != rows.get(0).size()) {
            throw new IllegalArgumentException("a row has as many cells as the header: " + row);
        }
        rows.add(List.copyOf(row));
        return this;
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        boolean[] numbers = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            numbers[column] = rows.size() > 1;
            for (int line = 0; line < rows.size(); line++) {
                String cell = rows.get(line).get(column);
                widths[column] = Math.max(widths[column], cell.length());
                numbers[column] &= line == 0 || cell.isEmpty() || Character.isDigit(cell.charAt(0));
            }
        }
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < rows.size(); line++) {
            StringBuilder row = new StringBuilder(GAP);
            for (int column = 0; column < columns; column++) {
                String cell = rows.get(line).get(column);
                String blanks = " ".repeat(widths[column] - cell.length());
                row.append(numbers[column] ? blanks + cell : cell + blanks).append(GAP);
            }
            text.append(row.toString().stripTrailing()).append('\n');
            if (line == 0) {
                int width = GAP.length() * (columns - 1);
                for (int each : widths) {
                    width += each;
                }
                text.append(GAP).append("-".repeat(width)).append('\n');
            }
        }
        return text.toString();
    }
}
