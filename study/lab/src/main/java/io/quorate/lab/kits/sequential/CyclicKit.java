// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.sequential;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.kit.PrintedCost;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.LastComeFirstServed;
import io.quorate.lab.mutant.Mutant;
import io.quorate.papers.sequential.Cyclic;
import java.util.List;
import java.util.Optional;

/** The kit of the second variation of Maekawa's section 10. */
public final class CyclicKit implements CheckKit {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new Cyclic());

    private static final List<Mutant> MUTANTS = List.of(
            GUARDED.without(
                    "O1",
                    "a node locks its own arbiter first, not at its place in the order",
                    Change.calling("add", OwnArbiterFirst.class, "add")),
            GUARDED.without("R4", "a Locked for an older request counts for the live one", Change.TRUE),
            GUARDED.without(
                    "A2",
                    "a member locks itself for the last that has come, not for the first",
                    Change.calling("add", LastComeFirstServed.class, "add")),
            GUARDED.without("A1", "a Release ends any request of its origin", Change.TRUE),
            GUARDED.without("C1", "the origin sends Release to all members itself", Change.TRUE_OR_SKIPPED),
            GUARDED.without("C2", "a request that comes by its own origin locks it although it is over", Change.FALSE),
            GUARDED.without("S1", "after a link reset, the origin does not ask again", Change.SKIPPED),
            GUARDED.without(
                    "S2", "after a link reset, a locked member does not say again what it said", Change.SKIPPED),
            GUARDED.without(
                    "S3",
                    "after a link reset, a member does not inquire about the requests that it has",
                    Change.SKIPPED),
            GUARDED.without("S4", "an Inquire about a request that is over is not answered", Change.SKIPPED));

    @Override
    public String protocol() {
        return "cyclic";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return SequentialChecks.forMutants(protocol());
    }

    /** A mutant that breaks only the order is searched only where the order is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals("A2") ? List.of(SequentialChecks.order(protocol())) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return SequentialChecks.of(protocol(), SequentialChecks.small());
    }

    @Override
    public List<CheckSystem> large() {
        return SequentialChecks.of(protocol(), SequentialChecks.large());
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    /** A request passes all K members and comes back, and so does what clears it. */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        MessageBudget.Bound twiceAround = (quorums, nodes) -> 2.0 * MessageBudget.largestQuorum(quorums, nodes);
        return Optional.of(MessageBudget.atMost(twiceAround, twiceAround));
    }

    @Override
    public Optional<PrintedCost> printedCost(String rules) {
        return Optional.of(PrintedCost.always(
                "Maekawa, section 10, with the clearing",
                new PrintedCost.Term(
                        "K + (K-1)", (quorums, nodes) -> 2.0 * MessageBudget.largestQuorum(quorums, nodes) - 1)));
    }

    /** Where all lock the same member first, its queue is the order of all. */
    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return FirstMember.isTheSameForAll(quorums) ? Optional.of(Passing.byArrival(0)) : Optional.empty();
    }

    /** At each member of its quorum each node goes before a waiter once; in simulations half as many did. */
    @Override
    public Optional<Passing> bound(QuorumSystem quorums, int nodes) {
        return Optional.of(Passing.byArrival(MessageBudget.largestQuorum(quorums, nodes) * nodes));
    }
}
