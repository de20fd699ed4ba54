// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One path and method, and what they lead to.
 *
 * @param template the path; {@code {name}} stands for one part of it, {@code {name...}} for the whole rest
 * @param statuses all statuses with which it is answered; the API document has the same
 */
public record Route(String method, String template, Set<Integer> statuses, Handler handler) {
    private static final String REST = "...}";

    /** Answers a call, or keeps it to answer later. Throws a {@link Problem} to answer with that. */
    @FunctionalInterface
    public interface Handler {
        void handle(Call call);
    }

    public Route {
        statuses = new TreeSet<>(statuses);
    }

    /** The variables in the path; null if it is no path of this route. */
    @Nullable
    Map<String, String> match(String rawPath) {
        List<String> wanted = List.of(template.split("/", -1));
        List<String> given = List.of(rawPath.split("/", -1));
        Map<String, String> raw = new LinkedHashMap<>();
        for (int index = 0; index < wanted.size(); index++) {
            String part = wanted.get(index);
            if (part.endsWith(REST)) {
                String rest = String.join("/", given.subList(Math.min(index, given.size()), given.size()));
                raw.put(part.substring(1, part.length() - REST.length()), rest);
                return rest.isEmpty() ? null : decoded(raw, true);
            }
            if (index >= given.size()) {
                return null;
            }
            if (part.startsWith("{") && !given.get(index).isEmpty()) {
                raw.put(part.substring(1, part.length() - 1), given.get(index));
            } else if (!part.equals(given.get(index))) {
                return null;
            }
        }
        return wanted.size() == given.size() ? decoded(raw, false) : null;
    }

    private static Map<String, String> decoded(Map<String, String> raw, boolean isName) {
        raw.replaceAll((name, value) -> isName ? PercentText.nameAtEndOf(value) : PercentText.ofPath(value));
        return raw;
    }
}
