package io.quorate.lab.world;

import io.quorate.core.catalog.Protocols;
import io.quorate.core.catalog.Suggestion;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is made of. The voters are the first {@code quorums.size()} nodes, the others only ask. Its text form is
 * one line, as in {@code nodes 3  protocol quorumlock  quorums majority  network fifo}. Locks use the quorums as they are
 * numbered, unless it says {@code placed by-name}.
 *
 * @param withoutRule the rule that the protocol is without, as its mutant is called; empty for the protocol itself
 */
public record Setup(
        Protocol<?> protocol,
        String withoutRule,
        Placement placement,
        int nodes,
        Network network,
        Conditions conditions) {
    public Setup(Protocol<?> protocol, String withoutRule, Placement placement, int nodes, Network network) {
        this(protocol, withoutRule, placement, nodes, network, Conditions.USUAL);
    }

    public Setup {
        int voters = placement.system().size();
        if (nodes < voters) {
            throw new IllegalArgumentException(
                    "the quorums are made of " + voters + " voters, but there are only " + nodes + " nodes");
        }
        protocol.requireUsable(placement.system());
    }

    /** The protocol with all its rules and its usual quorums, every node a voter. */
    public static Setup usual(Protocol<?> protocol, int nodes) {
        return of(protocol, protocol.usualQuorums(nodes), nodes);
    }

    /** The protocol with all its rules, over a network that keeps the order of frames. */
    public static Setup of(Protocol<?> protocol, QuorumSystem quorums, int nodes) {
        return new Setup(protocol, "", Placement.asNumbered(quorums), nodes, usualNetwork(protocol));
    }

    /** One that keeps the order of frames, as TCP does, unless that is not enough. */
    static Network usualNetwork(Protocol<?> protocol) {
        return Network.FIFO.isEnoughFor(protocol.traits().needs()) ? Network.FIFO : Network.SEQUENCED;
    }

    /** Whether timers run out only when frames have arrived that cannot take longer. */
    public boolean isBounded() {
        return protocol.traits().needsTimeBound() && !conditions.delaysUnlimited();
    }

    /** The same, where frames may take longer than the protocol says that they may. */
    public Setup withDelaysUnlimited() {
        return under(conditions.withDelaysUnlimited());
    }

    private Setup under(Conditions others) {
        return new Setup(protocol, withoutRule, placement, nodes, network, others);
    }

    /** The same, with locks whose names choose among the variants of the quorums, as in production. */
    public Setup placedByName() {
        return new Setup(protocol, withoutRule, Placement.byName(quorums()), nodes, network, conditions);
    }

    /** Whether the protocol is by the rules that are for use, and by all of them, over a network that is enough for it. */
    public boolean isForUse() {
        boolean enoughOrder = network.isEnoughFor(protocol.traits().needs());
        return withoutRule.isEmpty() && rulesText().isEmpty() && enoughOrder && !conditions.delaysUnlimited();
    }

    /** The quorums as they are numbered. */
    public QuorumSystem quorums() {
        return placement.system();
    }

    /** Whether a lock that is given back is kept until somebody else wants it. */
    public boolean standing() {
        return conditions.standing();
    }

    /** Whether it is noted in the state of the cluster how high fences have come. */
    public boolean fences() {
        return conditions.fences();
    }

    /** Whether the clocks of all nodes follow true time. */
    public boolean trueTime() {
        return conditions.trueTime();
    }

    /** Whether it is noted in the state of the cluster how often others entered while one waited. */
    public boolean isPassingWatched() {
        return conditions.isPassingWatched();
    }

    /** How often others may enter while one waits, if that is watched. */
    public int passesMax() {
        return conditions.passesMax();
    }

    /** The same, where a lock that is given back is kept until somebody else wants it. */
    public Setup withStanding() {
        return under(conditions.withStanding());
    }

    /** The same, with fences watched. */
    public Setup withFences() {
        return under(conditions.withFences());
    }

    /** The same, with clocks that follow true time. */
    public Setup withTrueTime() {
        return under(conditions.withTrueTime());
    }

    /** The same, with those watched who wait while others enter: so often at most. */
    public Setup withPassesAtMost(int count) {
        return under(conditions.withPassesAtMost(count));
    }

    public Setup over(Network other) {
        return new Setup(protocol, withoutRule, placement, nodes, other, conditions);
    }

    /** The same with another protocol, a mutant for instance, whose name it has. */
    public Setup without(Protocol.Mutant<?> mutant) {
        return new Setup(mutant.protocol(), mutant.rule(), placement, nodes, network, conditions);
    }

    /** Reads the text form. */
    public static Setup parse(String line) {
        return new SetupReader(line).read();
    }

    /** The protocol with this name, by this set of rules and without this rule unless they are empty. */
    static Protocol<?> protocol(String name, String rules, String withoutRule) {
        Protocol<?> protocol = Protocols.named(name, rules);
        if (withoutRule.isEmpty()) {
            return protocol;
        }
        for (Protocol.Mutant<?> mutant : protocol.mutants()) {
            if (mutant.rule().equals(withoutRule)) {
                return mutant.protocol();
            }
        }
        List<String> known =
                protocol.mutants().stream().map(Protocol.Mutant::rule).toList();
        if (known.isEmpty()) {
            throw new IllegalArgumentException("The protocol " + name + " has no rules that can be left out: take \""
                    + withoutRule + "\" away, or another protocol.");
        }
        throw Suggestion.unknown("rule", withoutRule, known);
    }

    /** The text says all, also of quorum systems that are not compared by their parts. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Setup setup && setup.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** What is usual is not said. */
    private String rulesText() {
        return protocol.rules().equals(Protocols.named(protocol.name()).rules()) ? "" : "  rules " + protocol.rules();
    }

    @Override
    public String toString() {
        return "nodes " + nodes + "  protocol " + protocol.name()
                + rulesText()
                + (withoutRule.isEmpty() ? "" : "  without " + withoutRule)
                + "  quorums " + SetupReader.text(quorums())
                + (quorums().size() == nodes ? "" : "  voters " + quorums().size())
                + (placement.isByName() ? "  placed by-name" : "")
                + "  network " + network.text()
                + conditions.text();
    }
}
