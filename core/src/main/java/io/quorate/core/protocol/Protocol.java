package io.quorate.core.protocol;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.wire.Codec;
import java.util.List;
import java.util.Optional;

/** An algorithm: its name, what it promises, and how to make its machines. */
public interface Protocol<M extends Message> {
    /** As it is called in commands and documents; lower case. */
    String name();

    /** One sentence for lists of protocols. */
    String summary();

    ProtocolTraits traits();

    LockMachine<M> newMachine(MachineContext context);

    Codec<M> codec();

    /** The quorum system that is used when none is asked for. */
    QuorumSystem usualQuorums(int nodes);

    /**
     * Whether its nodes find each other by an overlay. Then everybody may have to vote, and the voters of the quorum system are
     * not nodes but the replicas of a lock: numbers, each at whichever node owns the key of it.
     */
    default boolean needsOverlay() {
        return false;
    }

    /** Refuses a quorum system with which the protocol would not exclude; most exclude with any. */
    default void requireUsable(QuorumSystem quorums) {}

    /** What an entry costs, where a formula says it by whom a request goes to; empty where it does not. */
    default Optional<EntryCost> entryCost() {
        return Optional.empty();
    }

    /** Which of its {@link #ruleSets()} this is, as in {@code as-printed}; empty if there is only one. */
    default String rules() {
        return "";
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

    /** Broken twins of this protocol, each without one rule: a checker that lets one pass is blind. */
    default List<Mutant<M>> mutants() {
        return List.of();
    }

    /** Broken twins that are no worse where neither time nor an overlay is: storms must find those. */
    default List<Mutant<M>> mutantsOfStorms() {
        return List.of();
    }

    /** Whether its nodes keep this rule: all do, but for some of {@link #mutantsOfStorms()}. */
    default boolean keeps(PlaceRule rule) {
        return true;
    }

    /** This protocol without one rule. */
    record Mutant<M extends Message>(String rule, String leftOut, Protocol<M> protocol) {}
}
