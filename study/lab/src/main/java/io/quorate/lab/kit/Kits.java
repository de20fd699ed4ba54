// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kit;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.Suggestion;
import io.quorate.lab.mutant.Mutant;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Every kit: ours, and those that a user brings with a protocol. */
public final class Kits {
    private static final List<Kit> ALL = load(ServiceLoader.load(Kit.class, Kits.class.getClassLoader()));

    private Kits() {}

    /** Ours, in the order of the list of services. */
    public static List<Kit> all() {
        return ALL;
    }

    /** The kit of the protocol; one that knows nothing if there is none. */
    public static Kit of(Protocol<?> protocol) {
        String name = protocol.name();
        return named(name, ALL)
                .or(() -> named(name, load(ServiceLoader.load(Kit.class))))
                .orElseGet(() -> new NoKit(protocol));
    }

    /** The mutants of the protocol by the set of rules that it is by. */
    public static List<Mutant> mutants(Protocol<?> protocol) {
        return of(protocol).mutants(protocol.rules());
    }

    /** How many messages an entry of the protocol costs by the set of rules that it is by. */
    public static Optional<MessageBudget> budget(Protocol<?> protocol) {
        return of(protocol).budget(protocol.rules());
    }

    /** The mutants that storms must find. */
    public static List<Mutant> mutantsOfStorms(Protocol<?> protocol) {
        return of(protocol).mutantsOfStorms(protocol.rules());
    }

    /** The mutant of the protocol without this rule; an unknown rule is refused with a suggestion. */
    public static Mutant without(Protocol<?> protocol, String rule) {
        List<Mutant> mutants = new ArrayList<>(mutants(protocol));
        mutants.addAll(mutantsOfStorms(protocol));
        for (Mutant mutant : mutants) {
            if (mutant.rule().equals(rule)) {
                return mutant;
            }
        }
        if (mutants.isEmpty()) {
            throw new IllegalArgumentException("The protocol " + protocol.name()
                    + " has no rules that can be left out: take \"" + rule + "\" away, or another protocol.");
        }
        throw Suggestion.unknown(
                "rule", rule, mutants.stream().map(Mutant::rule).toList());
    }

    /** The kit of a protocol that brings none: it may still have scenarios beside it. */
    private record NoKit(Protocol<?> of) implements Kit {
        @Override
        public String protocol() {
            return of.name();
        }

        @Override
        public Optional<URL> scenarios() {
            return Optional.ofNullable(of.getClass().getResource("/scenarios/" + of.name()));
        }
    }

    private static Optional<Kit> named(String name, List<Kit> kits) {
        return kits.stream().filter(kit -> kit.protocol().equals(name)).findFirst();
    }

    private static List<Kit> load(ServiceLoader<Kit> services) {
        List<Kit> kits = new ArrayList<>();
        services.forEach(kits::add);
        return List.copyOf(kits);
    }
}
