// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kit;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.mutant.Mutant;
import java.net.URL;
import java.util.List;
import java.util.Optional;

/**
 * The lab's knowledge of one protocol: its mutants, its message budget, and where its scenarios are. A kit that also has systems to
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

    /** The name under which a storm counts this message, as in {@code announces}; empty for most. */
    default String countedInStorms(Message message) {
        return "";
    }

    /**
     * The folder of its scenarios: files {@code NAME.scn} on the class path of the kit, in {@code scenarios/PROTOCOL} unless the kit
     * says otherwise. Empty if there is no such folder.
     */
    default Optional<URL> scenarios() {
        return Optional.ofNullable(getClass().getResource("/scenarios/" + protocol()));
    }

    /** How many messages an entry costs by this set of its rules; empty if nothing is promised. */
    default Optional<MessageBudget> budget(String rules) {
        return Optional.empty();
    }

    /** The cost of an entry according to the protocol's paper, by this set of its rules; empty if the paper does not give it. */
    default Optional<PrintedCost> printedCost(String rules) {
        return Optional.empty();
    }

    /**
     * The order in which those who wait are served, by the set of rules that the protocol is by, with these quorums; empty if
     * none is promised that can be judged from outside. Simulations watch it.
     */
    default Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return Optional.empty();
    }

    /**
     * Where no order is promised: how often at most later requests are served before one that waits, with these quorums in a cluster
     * of this size. Empty if nothing bounds it. Simulations watch it.
     */
    default Optional<Passing> bound(QuorumSystem quorums, int nodes) {
        return Optional.empty();
    }

    /** How long the lock is on its way when all who wait are known; T is the delay of a message. Empty if nobody says. */
    default String knownSynchronisation() {
        return "";
    }
}
