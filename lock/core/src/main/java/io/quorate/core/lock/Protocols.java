// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.Suggestion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Every protocol by name: the quorum lock, those of other modules of ours on the class path, and those that a user brings. All are
 * found by {@link ServiceLoader}.
 */
public final class Protocols {
    private static final List<Protocol<?>> ALL = load();

    private Protocols() {}

    /** Ours say where they stand in lists, so that lists do not depend on the order of the class path. */
    private static List<Protocol<?>> load() {
        List<Protocol<?>> found = new ArrayList<>();
        for (Protocol<?> protocol : ServiceLoader.load(Protocol.class, Protocols.class.getClassLoader())) {
            if (protocol.placeInLists() > 0) {
                found.add(protocol);
            }
        }
        found.sort(Comparator.comparingInt(Protocol::placeInLists));
        return List.copyOf(found);
    }

    /** Ours, in the order of lists. */
    public static List<Protocol<?>> all() {
        return ALL;
    }

    /** Those that others bring: services that the calling thread's class loader finds. They are known by name, and nowhere else. */
    public static List<Protocol<?>> brought() {
        List<Protocol<?>> brought = new ArrayList<>();
        for (Protocol<?> protocol : ServiceLoader.load(Protocol.class)) {
            if (protocol.placeInLists() == 0) {
                brought.add(protocol);
            }
        }
        return brought;
    }

    /**
     * The protocol with this name; an unknown one is refused with a suggestion, or with the dependency that it may need. A set of its rules may stand behind a colon, as
     * in {@code ricart-agrawala:broadcast}.
     */
    public static Protocol<?> named(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? named(name, "") : named(name.substring(0, colon), name.substring(colon + 1));
    }

    /** The protocol with this name by this set of its rules; by those for use if the text is empty. */
    public static Protocol<?> named(String name, String rules) {
        List<Protocol<?>> known = new ArrayList<>(ALL);
        known.addAll(brought());
        for (Protocol<?> protocol : known) {
            if (protocol.name().equals(name)) {
                return rules.isEmpty() ? protocol : byRules(protocol, rules);
            }
        }
        List<String> names = known.stream().map(Protocol::name).toList();
        IllegalArgumentException unknown = Suggestion.unknown("protocol", name, names);
        if (Suggestion.nearest(name, names).isPresent()) {
            throw unknown;
        }
        throw new IllegalArgumentException(
                unknown.getMessage()
                        + " A protocol of another module needs its dependency, such as io.quorate:quorate-papers; docs/README.md"
                        + " says which module has which.",
                unknown);
    }

    private static <M extends Message> Protocol<?> byRules(Protocol<M> protocol, String rules) {
        Optional<Protocol<M>> known = protocol.byRules(rules);
        if (known.isPresent()) {
            return known.get();
        }
        if (protocol.rules().isEmpty()) {
            throw new IllegalArgumentException("The protocol " + protocol.name() + " has one set of rules only: take \""
                    + rules + "\" away, or another protocol.");
        }
        throw Suggestion.unknown(
                "set of rules",
                rules,
                protocol.ruleSets().stream().map(Protocol::rules).toList());
    }
}
