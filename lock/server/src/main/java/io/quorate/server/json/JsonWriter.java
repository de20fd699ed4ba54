// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.json;

import io.quorate.api.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON from maps, lists, strings, numbers, booleans and null. Characters that would move a cursor or hide letters on a terminal
 * become escapes: names of locks come from outside.
 */
public final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder();

    private JsonWriter() {}

    public static String write(@Nullable Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return Printable.json(writer.text.toString());
    }

    /** An object that is being put together, with its fields in the order in which they are given. */
    public static final class Fields {
        private final List<String> names = new ArrayList<>();
        private final List<@Nullable Object> values = new ArrayList<>();

        private Fields() {}

        /** Adds a field; each name once. */
        public Fields with(String name, @Nullable Object value) {
            names.add(name);
            values.add(value);
            return this;
        }
    }

    public static Fields object() {
        return new Fields();
    }

    private void value(@Nullable Object value) {
        if (value instanceof String string) {
            string(string);
        } else if (value instanceof Fields fields) {
            fields(fields);
        } else if (value instanceof Map<?, ?> map) {
            Fields fields = new Fields();
            map.forEach((name, each) -> fields.with(String.valueOf(name), each));
            fields(fields);
        } else if (value instanceof Iterable<?> list) {
            list(list);
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("JSON has no number " + number + ": write null instead.");
            }
            text.append(number);
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            throw new IllegalArgumentException(
                    "JSON has no value of " + value.getClass() + ": write a string instead.");
        }
    }

    private void fields(Fields fields) {
        text.append('{');
        for (int index = 0; index < fields.names.size(); index++) {
            text.append(index == 0 ? "" : ",");
            string(fields.names.get(index));
            text.append(':');
            value(fields.values.get(index));
        }
        text.append('}');
    }

    private void list(Iterable<?> list) {
        text.append('[');
        boolean first = true;
        for (Object each : list) {
            text.append(first ? "" : ",");
            first = false;
            value(each);
        }
        text.append(']');
    }

    private void string(String string) {
        text.append('"');
        for (int index = 0; index < string.length(); index++) {
            char letter = string.charAt(index);
            switch (letter) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (letter < ' ') {
                        text.append("\\u00").append(HEX.charAt(letter >> 4)).append(HEX.charAt(letter & 0xF));
                    } else {
                        text.append(letter);
                    }
                }
            }
        }
        text.append('"');
    }
}
