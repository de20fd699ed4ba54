// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.Suggestion;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Every quorum system by name: those that ship, and those of other modules on the class path. Some take a parameter behind a
 * colon, as in {@code tree:3}; without it they take what is usual.
 */
public final class Quorums {
    private static final List<QuorumKinds> PROVIDERS =
            ServiceLoader.load(QuorumKinds.class, Quorums.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private static final List<QuorumKind> ALL = PROVIDERS.stream()
            .flatMap(provider -> provider.kinds().stream())
            .sorted(Comparator.comparingInt(QuorumKind::order).thenComparing(QuorumKind::name))
            .toList();

    private Quorums() {}

    public static List<String> names() {
        return ALL.stream().map(QuorumKind::name).toList();
    }

    /** The names with their parameters, as in {@code tree[:DEGREE]}. */
    public static List<String> forms() {
        return ALL.stream().map(QuorumKind::form).toList();
    }

    /** Every system that exists for this number of voters, each in its usual form. */
    public static List<QuorumSystem> possibleFor(int voters) {
        return ALL.stream()
                .filter(kind -> kind.fits().test(voters))
                .map(kind -> kind.maker().make("", voters))
                .toList();
    }

    /**
     * The quorum system with this name, or with these sets: {@code sets:n1,n2/n2,n3} or, as no name has a comma or a slash in it,
     * {@code n1,n2/n2,n3}. An unknown name is refused with a suggestion.
     */
    public static QuorumSystem named(String text, int voters) {
        if (text.startsWith(Explicit.PREFIX)) {
            return Explicit.ofSets(text.substring(Explicit.PREFIX.length()), voters);
        }
        if (!text.contains(":") && (text.contains(",") || text.contains("/"))) {
            return Explicit.ofSets(text, voters);
        }
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        for (QuorumKind kind : ALL) {
            if (kind.name().equals(name)) {
                if (colon >= 0 && kind.parameter().isEmpty()) {
                    throw new IllegalArgumentException("The quorum system " + name
                            + " takes nothing behind its name: write \"" + name + "\" instead of \"" + text + "\".");
                }
                return kind.maker().make(colon < 0 ? "" : text.substring(colon + 1), voters);
            }
        }
        IllegalArgumentException unknown = Suggestion.unknown("quorum system", name, names());
        if (PROVIDERS.size() > 1) {
            throw unknown;
        }
        throw new IllegalArgumentException(
                unknown.getMessage()
                        + " The quorum systems of the papers need the dependency io.quorate:quorate-papers.",
                unknown);
    }
}
