// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A table in a text file beside a class: a row in a line, cells separated by tabs, any number of them. Lines that are empty or begin with
 * {@code #} say nothing.
 */
public final class Table {
    /**
     * A row.
     *
     * @param line its number in the file, for messages
     */
    public record Row(int line, List<String> cells) {
        /** The cell in this column, or an empty text if the row ends before. */
        public String cell(int column) {
            return column < cells.size() ? cells.get(column) : "";
        }
    }

    private Table() {}

    /** The rows of a file beside this class. */
    public static List<Row> of(Class<?> beside, String file) {
        return parse(text(beside, file));
    }

    /** The text of a file beside this class. */
    public static String text(Class<?> beside, String file) {
        try (InputStream stream = beside.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the file " + file + " beside " + beside.getName()
                        + " is missing in this build; build it again");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException("the file " + file + " cannot be read; build it again", broken);
        }
    }

    /** The rows of a text. */
    public static List<Row> parse(String text) {
        List<Row> rows = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int place = 0; place < lines.size(); place++) {
            String line = lines.get(place);
            if (!line.isBlank() && !line.startsWith("#")) {
                rows.add(new Row(
                        place + 1,
                        List.of(line.split("\t+")).stream().map(String::strip).toList()));
            }
        }
        return List.copyOf(rows);
    }
}
