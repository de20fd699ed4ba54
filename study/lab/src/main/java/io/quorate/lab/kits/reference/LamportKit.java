// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.kit.PrintedCost;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.Mutant;
import io.quorate.papers.reference.lamport.Lamport;
import java.util.List;
import java.util.Optional;

/** The kit of Lamport's algorithm. */
public final class LamportKit implements CheckKit {
    private static final String USUAL = new Lamport().rules();

    private static final GuardedProtocol GUARDED = new GuardedProtocol(new Lamport());

    private static final List<Mutant> MUTANTS = List.of(
            GUARDED.without("R2", "a request is not acknowledged", Change.SKIPPED),
            GUARDED.without("R3", "who gives up tells nobody", Change.SKIPPED),
            GUARDED.without("R4", "a Release ends any request of its sender", Change.TRUE),
            GUARDED.without("R5i", "a request need not be the first of the queue", Change.TRUE),
            GUARDED.without(
                    "R5ii",
                    "no message of one node is needed",
                    Change.calling("isEmpty", LamportKit.class, "isAtMostOne")),
            GUARDED.without("T1", "an acknowledgement of an older request counts for the present one", Change.TRUE),
            GUARDED.without("S1", "after a link reset, the requester does not ask again", Change.SKIPPED),
            GUARDED.without(
                    "S2", "after a link reset, nobody inquires about the requests that are queued", Change.SKIPPED),
            GUARDED.without("S3", "an Inquire about a request that is over is not answered", Change.SKIPPED),
            GUARDED.without(
                    "F1", "a later request of another node does not count as a message of it", "sparing", Change.FALSE),
            GUARDED.without("F2", "who has a request itself acknowledges later ones neither", "sparing", Change.TRUE));

    @Override
    public String protocol() {
        return "lamport";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return LamportChecks.forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return LamportChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return LamportChecks.large();
    }

    /** Of the set for use, those of the other too, where the rule is missed only there. */
    @Override
    public List<Mutant> mutants(String rules) {
        return USUAL.equals(rules)
                ? MUTANTS
                : MUTANTS.stream()
                        .filter(mutant -> mutant.protocol().rules().equals(rules))
                        .toList();
    }

    @Override
    public Optional<MessageBudget> budget(String rules) {
        MessageBudget.Bound most = (quorums, nodes) -> 3.0 * (nodes - 1);
        return Optional.of(rules.equals(USUAL) ? EntryCost.ofEverybody(3) : MessageBudget.atMost(most, most));
    }

    @Override
    public Optional<PrintedCost> printedCost(String rules) {
        return Optional.of(PrintedCost.always("named by Ricart and Agrawala, section 1", PrintedCost.forEachNode(3)));
    }

    @Override
    public String knownSynchronisation() {
        return "T";
    }

    /** Takes the place of {@link NodeSet#isEmpty} in a mutant. */
    public static boolean isAtMostOne(NodeSet nodes) {
        return nodes.size() <= 1;
    }

    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return Passing.declared(protocol.traits().fairness());
    }
}
