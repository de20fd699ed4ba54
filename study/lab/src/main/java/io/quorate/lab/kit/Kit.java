package io.quorate.lab.kit;

import io.quorate.core.lock.Message;
import io.quorate.lab.mutant.Mutant;
import java.util.List;

/**
 * What the lab knows of one protocol: its mutants, and what the literature says of its cost. A kit that also has systems to
 * explore, and properties of its own, is a {@code CheckKit}. Kits are services: a line in
 * {@code META-INF/services/io.quorate.lab.kit.Kit} makes one known. A protocol without a kit is checked and simulated by what
 * every lock must have.
 */
public interface Kit {
    /** The name of the protocol. */
    String protocol();

    /** The protocol by this set of its rules, without one rule each: the checker must reject every one. */
    default List<Mutant> mutants(String rules) {
        return List.of();
    }

    /** Those that are no worse where neither time nor an overlay is: storms must find these. */
    default List<Mutant> mutantsOfStorms(String rules) {
        return List.of();
    }

    /** What a storm counts this message as, as in {@code announces}; an empty text for most. */
    default String countedInStorms(Message message) {
        return "";
    }

    /** The messages of an entry by the literature, where no formula of the protocol says it; an empty text if nobody does. */
    default String knownMessages(int nodes, boolean underHeavyLoad) {
        return "";
    }

    /** How long the lock is on its way when all who wait are known; T is the delay of a message. Empty if nobody says. */
    default String knownSynchronisation() {
        return "";
    }
}
