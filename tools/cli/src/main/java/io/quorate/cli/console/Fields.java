// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An object of a JSON document: names and values in the order in which they were added. */
public final class Fields {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    /** Adds a field. Its value is whatever JSON can be made of: a number, a text, a record, a list, or other fields. */
    public Fields with(String name, @Nullable Object value) {
        values.put(name, plain(value));
        return this;
    }

    /** The value as JSON can be made of it. */
    static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Fields fields) {
            return fields.values;
        }
        return value instanceof Table<?> table ? table.objects() : value;
    }

    /** Adds a list of objects, one for each item. */
    public <T> Fields with(String name, Collection<T> items, Function<? super T, Fields> fields) {
        return with(name, list(items, fields));
    }

    /** A list of objects, one for each item. */
    public static <T> List<Map<String, @Nullable Object>> list(
            Collection<T> items, Function<? super T, Fields> fields) {
        return items.stream().map(item -> fields.apply(item).values).toList();
    }

    Map<String, @Nullable Object> values() {
        return values;
    }
}
