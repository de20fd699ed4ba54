// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The requests that messages are about, known by their stamps, such as {@code 3.n1}; found in the texts of messages. */
public final class Requests {
    private final Pattern stamp;

    /** For each stamp, in the order of first mention, the first message of its own node that mentions it. */
    private final Map<String, Message> first = new LinkedHashMap<>();

    private final Set<String> all = new LinkedHashSet<>();
    private final Map<Span, String> spans = new LinkedHashMap<>();

    public Requests(SpaceTime diagram) {
        String nodes = diagram.nodes().stream()
                .sorted(Comparator.comparing(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        this.stamp = Pattern.compile("(?<![\\w.])\\d+\\.(" + nodes + ")('\\d+)?(?![\\w'])");
        for (Message message : diagram.messages()) {
            for (String each : in(message)) {
                all.add(each);
                if (each.replaceFirst("'.*", "").endsWith("." + diagram.nodes().get(message.from()))) {
                    first.putIfAbsent(each, message);
                }
            }
        }
        diagram.spans().stream()
                .filter(span -> span.activity() != Activity.DOWN)
                .forEach(span -> spans.put(span, stampOf(span)));
    }

    /** All stamps, in the order of their first mention. */
    public List<String> all() {
        return List.copyOf(all);
    }

    /** The stamps that a message mentions. */
    public List<String> in(Message message) {
        List<String> found = new ArrayList<>();
        Matcher matcher = stamp.matcher(message.text());
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found.stream().distinct().toList();
    }

    /** The stamp of the request by which a node waits or holds; empty if that cannot be told. */
    public String of(Span span) {
        return spans.getOrDefault(span, "");
    }

    /** A wait is for the first request of its node that is mentioned while it lasts; a hold comes from the wait before it. */
    private String stampOf(Span span) {
        if (span.activity() != Activity.WAITING) {
            return spans.entrySet().stream()
                    .filter(entry -> entry.getKey().node() == span.node()
                            && entry.getKey().to() == span.from()
                            && entry.getKey().label().equals(span.label()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("");
        }
        return first.entrySet().stream()
                .filter(entry -> isAbout(entry.getValue(), span) && !spans.containsValue(entry.getKey()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    private static boolean isAbout(Message message, Span wait) {
        int lock = message.text().indexOf(" lock=");
        boolean sameLock = lock < 0 || message.text().substring(lock + 6).equals(wait.label());
        return message.from() == wait.node()
                && message.sentAt() >= wait.from()
                && message.sentAt() <= wait.to()
                && sameLock;
    }
}
