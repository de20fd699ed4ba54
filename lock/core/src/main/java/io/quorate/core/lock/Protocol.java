// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.part.PartFactory;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.roster.RosterRules;
import io.quorate.core.session.SessionRules;
import io.quorate.core.wire.Codec;
import java.util.List;
import java.util.Optional;

/** An algorithm: its name, what it promises, and how to make its machines. */
public interface Protocol<M extends Message> {
    /** As it is called in commands and documents; lower case. */
    String name();

    /** One sentence for lists of protocols. */
    String summary();

    /**
     * Where this protocol of ours stands in lists of all, from 1 on, if it is found as a service. 0 for protocols that users bring: they
     * stand in no list.
     */
    default int placeInLists() {
        return 0;
    }

    ProtocolTraits traits();

    LockMachine<M> newMachine(MachineContext context);

    Codec<M> codec();

    /** The quorum system that is used when none is asked for. */
    QuorumSystem usualQuorums(int nodes);

    /** Its part of each node, besides the machines of its locks; empty for most protocols. */
    default Optional<PartFactory<M>> part() {
        return Optional.empty();
    }

    /** The rules that its sessions keep when nodes stop. */
    default SessionRules sessionRules() {
        return SessionRules.USUAL;
    }

    /** The rules that its nodes keep when the roster changes; empty if it must not change while they run. */
    default Optional<RosterRules> rosterRules() {
        return Optional.empty();
    }

    /** Refuses a quorum system with which the protocol would not exclude; most exclude with any. */
    default void requireUsable(QuorumSystem quorums) {}

    /** Which of its {@link #ruleSets()} this is, as in {@code as-printed}; empty if there is only one. */
    default String rules() {
        return "";
    }

    /** The {@link #knownFault} of rules that follow a paper with its errors. */
    String AS_PRINTED_FAULT =
            "it follows its paper to the letter, errors included: two nodes may hold a lock at once, or waiters wait forever";

    /**
     * Why these rules must not guard anything: in a known run they admit two holders, or leave waiters forever, although all assumptions of
     * the protocol hold. In words, as the end of a sentence; empty if no such run is known. The lab
     * runs them to show it; a node refuses them.
     */
    default Optional<String> knownFault() {
        return Optional.empty();
    }

    /**
     * Why a node refuses these rules unless it is told to run them anyway: the {@link #knownFault}, or an
     * {@linkplain ProtocolTraits#assumption assumption} that no real network keeps. In words, as the end of a sentence; empty if
     * nodes run them.
     */
    default Optional<String> whyUnsafe() {
        return knownFault()
                .or(
                        () -> traits().assumption()
                                .map(
                                        assumption -> "it is safe only if " + assumption
                                                + ", and a real network cannot promise that: otherwise two nodes may hold a lock at once"));
    }

    /** This protocol by each set of its rules, the one for use first; the others show what is wrong with them. */
    default List<Protocol<M>> ruleSets() {
        return List.of(this);
    }

    /** This protocol by the set of rules of this name, also one of more parts than those of {@link #ruleSets()}; empty if there is none. */
    default Optional<Protocol<M>> byRules(String name) {
        return ruleSets().stream().filter(set -> set.rules().equals(name)).findFirst();
    }

    /** The name, and behind a colon the rules unless they are those for use: what one writes to get just this protocol. */
    default String fullName() {
        return ruleSets().get(0).rules().equals(rules()) ? name() : name() + ":" + rules();
    }
}
