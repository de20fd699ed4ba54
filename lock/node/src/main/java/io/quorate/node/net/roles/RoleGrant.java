// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One role that somebody has, for all locks or for some. In a certificate it is an alternative name of the kind URI, as in
 * {@code quorate:operator} or {@code quorate:holder?prefix=billing/}; in a file of roles it is words, as in {@code holder billing/}.
 *
 * @param prefixes the role counts only for locks whose names begin with one of these; none for all locks
 */
public record RoleGrant(Role role, List<String> prefixes) {
    private static final String SCHEME = "quorate:";
    private static final String PREFIX = "prefix=";

    public RoleGrant {
        prefixes = List.copyOf(prefixes);
        if (role == Role.MEMBER && !prefixes.isEmpty()) {
            throw new IllegalArgumentException(
                    "a member votes about every lock, so its role has no prefix: omit " + quoted(prefixes));
        }
        if (prefixes.contains("")) {
            throw new IllegalArgumentException("the prefix of the role " + role.word()
                    + " is empty: omit it for all locks, or give the beginning of their names");
        }
    }

    /** For all locks. */
    static RoleGrant of(Role role) {
        return new RoleGrant(role, List.of());
    }

    /** A role and its prefixes; throws {@link IllegalArgumentException} if they are none. */
    public static RoleGrant ofWords(List<String> words) {
        return new RoleGrant(Role.named(words.get(0)), words.subList(1, words.size()));
    }

    /** Null if the URI is not about roles; throws {@link IllegalArgumentException} if it is and cannot be read. */
    static @Nullable RoleGrant ofUri(String uri) {
        if (!uri.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return null;
        }
        String text = uri.substring(SCHEME.length());
        int query = text.indexOf('?');
        Role role = Role.named(query < 0 ? text : text.substring(0, query));
        List<String> prefixes = new ArrayList<>();
        if (query >= 0) {
            for (String part : text.substring(query + 1).split("&", -1)) {
                if (!part.startsWith(PREFIX)) {
                    throw new IllegalArgumentException("\"" + Role.printable(uri)
                            + "\" is no role: write it as in quorate:holder?prefix=billing/");
                }
                // A plus sign stands for itself in a URI; only forms take it for a blank.
                prefixes.add(
                        URLDecoder.decode(part.substring(PREFIX.length()).replace("+", "%2B"), StandardCharsets.UTF_8));
            }
        }
        return new RoleGrant(role, prefixes);
    }

    /** As it is written in a certificate. */
    public String toUri() {
        return SCHEME
                + role.word()
                + (prefixes.isEmpty()
                        ? ""
                        : prefixes.stream()
                                .map(prefix -> PREFIX + encoded(prefix))
                                .collect(Collectors.joining("&", "?", "")));
    }

    private static String encoded(String prefix) {
        StringBuilder text = new StringBuilder();
        for (byte each : prefix.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (each & 0xFF);
            boolean plain = letter < 0x80 && (Character.isLetterOrDigit(letter) || "/._-~".indexOf(letter) >= 0);
            text.append(plain ? String.valueOf(letter) : String.format(Locale.ROOT, "%%%02X", each & 0xFF));
        }
        return text.toString();
    }

    /** Whether this lets its owner do that, to this lock; or to some lock, if none is given. */
    boolean permits(Role needed, @Nullable String lock) {
        return role.includes(needed)
                && (lock == null || prefixes.isEmpty() || prefixes.stream().anyMatch(lock::startsWith));
    }

    /** Whether this lets its owner take every lock that the other one does. */
    boolean coversHolder(RoleGrant other) {
        return permits(Role.HOLDER, null)
                && (prefixes.isEmpty()
                        || (!other.prefixes.isEmpty()
                                && other.prefixes.stream()
                                        .allMatch(each -> prefixes.stream().anyMatch(each::startsWith))));
    }

    private static String quoted(List<String> prefixes) {
        return Role.printable("\"" + String.join("\", \"", prefixes) + "\"");
    }

    /** For messages. */
    @Override
    public String toString() {
        return role.word() + (prefixes.isEmpty() ? "" : " of " + quoted(prefixes));
    }
}
