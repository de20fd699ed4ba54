// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.sequential;

import io.quorate.core.lock.Protocol;
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
import io.quorate.papers.sequential.Sequential;
import java.util.List;
import java.util.Optional;

/** The kit of the first variation of Maekawa's section 10. */
public final class SequentialKit implements CheckKit {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new Sequential());

    private static final List<Mutant> MUTANTS = List.of(
            GUARDED.without(
                    "O1",
                    "a node locks its own arbiter first, not at its place in the order",
                    Change.calling("add", OwnArbiterFirst.class, "add")),
            GUARDED.without("R1", "all members are asked at once", Change.TRUE),
            GUARDED.without("R2", "a Locked that comes twice counts for the next member", Change.FALSE),
            GUARDED.without("R3", "a Locked for a request that is over is not answered by Release", Change.SKIPPED),
            GUARDED.without("R4", "a Locked for an older request counts for the live one", Change.TRUE),
            GUARDED.without("A1", "a Release ends any request of its origin", Change.TRUE),
            GUARDED.without("S1", "after a link reset, the origin does not ask again", Change.SKIPPED),
            GUARDED.without(
                    "S2", "after a link reset, a locked member does not say again what it said", Change.SKIPPED));

    @Override
    public String protocol() {
        return "sequential";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return SequentialChecks.forMutants(protocol());
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

    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(EntryCost.ofQuorum(3, 3));
    }

    @Override
    public Optional<PrintedCost> printedCost(String rules) {
        return Optional.of(PrintedCost.always(
                "Maekawa, section 10, with the clearing",
                new PrintedCost.Term(
                        "2(K-1) + (K-1)", PrintedCost.forEachMember(3).value())));
    }

    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return FirstMember.isTheSameForAll(quorums)
                ? Passing.declared(protocol.traits().fairness())
                : Optional.empty();
    }
}
