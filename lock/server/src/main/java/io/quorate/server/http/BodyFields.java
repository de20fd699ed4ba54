// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a body: each is what it must be, or a {@link Problem} names it. */
public final class BodyFields {
    private final Map<?, ?> fields;

    BodyFields(Map<?, ?> fields) {
        this.fields = fields;
    }

    /** Refuses fields that the route does not know: a misspelt one must not be ignored. */
    public BodyFields only(Set<String> known) {
        for (Object name : fields.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                throw Problem.badRequest("There is no field \"" + name + "\" here. "
                        + (known.isEmpty() ? "Leave it out." : "Give " + String.join(", ", known) + "."));
            }
        }
        return this;
    }

    /** Null if it is not there. */
    public @Nullable String text(String name, int lengthMax) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof String text && text.length() <= lengthMax) {
            return text;
        }
        throw Problem.badRequest(
                "The field \"" + name + "\" is no string of at most " + lengthMax + " characters. Correct it.");
    }

    public String requiredText(String name, int lengthMax) {
        String text = text(name, lengthMax);
        if (text == null) {
            throw Problem.badRequest("The field \"" + name + "\" is missing. Add it.");
        }
        return text;
    }

    public boolean flag(String name) {
        Object value = fields.get(name);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw Problem.badRequest("The field \"" + name + "\" is neither true nor false. Correct it.");
    }

    /** Milliseconds in this range; null if they are not there. */
    public @Nullable Duration millis(String name, long min, long max) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long millis && millis >= min && millis <= max) {
            return Duration.ofMillis(millis);
        }
        throw Problem.badRequest("The field \"" + name + "\" is no whole number of milliseconds from " + min + " to "
                + max + ". Correct it.");
    }
}
