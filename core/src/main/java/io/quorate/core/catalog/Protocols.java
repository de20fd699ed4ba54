package io.quorate.core.catalog;

import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.protocol.maekawa.ThiareFall;
import io.quorate.core.protocol.quorumlock.QuorumLock;
import io.quorate.core.protocol.reference.central.Central;
import io.quorate.core.protocol.reference.lamport.Lamport;
import io.quorate.core.protocol.reference.naimitrehel.NaimiTrehel;
import io.quorate.core.protocol.reference.raymond.Raymond;
import io.quorate.core.protocol.reference.suzukikasami.SuzukiKasami;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.core.protocol.sequential.Cyclic;
import io.quorate.core.protocol.sequential.Sequential;
import io.quorate.core.protocol.tree.TreeLock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Every protocol by name: ours, also those of our other libraries on the class path, and those that a user brings. */
public final class Protocols {
    private static final List<Protocol<?>> OURS = List.of(
            new QuorumLock(),
            new Maekawa(),
            new Sequential(),
            new Cyclic(),
            new ThiareFall(),
            new TreeLock(),
            new RicartAgrawala(),
            new Lamport(),
            new SuzukiKasami(),
            new Raymond(),
            new NaimiTrehel(),
            new Central());

    private static final List<Protocol<?>> ALL = withLibraries();

    private Protocols() {}

    /** Those of our other libraries are services that say where they stand in lists. */
    private static List<Protocol<?>> withLibraries() {
        List<Protocol<?>> found = new ArrayList<>();
        for (Protocol<?> protocol : ServiceLoader.load(Protocol.class, Protocols.class.getClassLoader())) {
            if (protocol.placeInLists() > 0) {
                found.add(protocol);
            }
        }
        found.sort(Comparator.comparingInt(Protocol::placeInLists));
        List<Protocol<?>> all = new ArrayList<>(OURS);
        for (Protocol<?> protocol : found) {
            all.add(Math.min(protocol.placeInLists() - 1, all.size()), protocol);
        }
        return List.copyOf(all);
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
     * The protocol with this name; an unknown one is refused with a suggestion. A set of its rules may stand behind a colon, as
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
        IllegalArgumentException unknown = Suggestion.unknown(
                "protocol", name, known.stream().map(Protocol::name).toList());
        throw new IllegalArgumentException(
                unknown.getMessage() + " Others come with further libraries on the class path: see docs/protocols.",
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
