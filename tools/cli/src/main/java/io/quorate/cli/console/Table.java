// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows and typed columns, from which both a table for people and a list for programs are made. A column has a title for people, a
 * name for programs, or both.
 */
public final class Table<T> {
    private final List<T> rows;
    private final List<Column<T>> columns = new ArrayList<>();
    private boolean showing = true;

    private record Column<T>(
            @Nullable String title, @Nullable String name, Function<? super T, ?> value, Function<? super T, ?> text) {}

    public Table(Collection<? extends T> rows) {
        this.rows = List.copyOf(rows);
    }

    /** A column for people and programs. */
    public Table<T> column(String title, String name, Function<? super T, ?> value) {
        return add(title, name, value, value);
    }

    /** The same, written differently for people. */
    public <V> Table<T> column(
            String title, String name, Function<? super T, V> value, Function<? super V, ?> forPeople) {
        return add(title, name, value, value.andThen(forPeople));
    }

    /** A column for people only. */
    public Table<T> column(String title, Function<? super T, ?> text) {
        return add(title, null, text, text);
    }

    /** Shows the columns that are added from here on to people, or hides them. */
    public Table<T> showing(boolean shown) {
        showing = shown;
        return this;
    }

    /** A column for programs only. */
    public Table<T> field(String name, Function<? super T, ?> value) {
        return add(null, name, value, value);
    }

    private Table<T> add(
            @Nullable String title, @Nullable String name, Function<? super T, ?> value, Function<? super T, ?> text) {
        columns.add(new Column<>(showing ? title : null, name, value, text));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** For people. */
    @Override
    public String toString() {
        List<Column<T>> shown =
                columns.stream().filter(column -> column.title != null).toList();
        TextTable table =
                new TextTable(shown.stream().map(column -> column.title).toArray(String[]::new));
        for (T row : rows) {
            table.row(
                    shown.stream().map(column -> shown(column.text.apply(row))).toArray());
        }
        return table.toString();
    }

    private static Object shown(@Nullable Object value) {
        return value == null ? "" : value;
    }

    /** For programs: an object for each row. */
    List<Object> objects() {
        List<Object> objects = new ArrayList<>();
        for (T row : rows) {
            Fields fields = new Fields();
            columns.forEach(column -> {
                if (column.name != null) {
                    fields.with(column.name, column.value.apply(row));
                }
            });
            objects.add(fields.values());
        }
        return objects;
    }
}
