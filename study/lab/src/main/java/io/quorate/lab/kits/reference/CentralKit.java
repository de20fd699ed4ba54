// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.LastComeFirstServed;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.central.Central;
import java.util.List;
import java.util.Optional;

/** The kit of the central lock, whose only rule is its order. */
public final class CentralKit implements CheckKit {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new Central());

    private static final List<Mutant> MUTANTS = List.of(GUARDED.without(
            "Q1", "who comes last is served first", Change.calling("add", LastComeFirstServed.class, "add")));

    @Override
    public String protocol() {
        return "central";
    }

    @Override
    public List<CheckSystem> forMutants() {
        Setup watched = Setup.usual(new Central(), 3).watching(Passing.byArrival(0));
        return List.of(new CheckSystem("central-3x2-order", watched, Limits.contenders(3, 2)));
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    @Override
    public List<CheckSystem> small() {
        return List.of(
                forMutants().get(0),
                new CheckSystem("central-3x2", Setup.usual(new Central(), 3), Limits.contenders(3, 2)),
                new CheckSystem(
                        "central-3x2-abandon",
                        Setup.usual(new Central(), 3),
                        Limits.contenders(3, 2).withAbandon()));
    }

    @Override
    public List<CheckSystem> large() {
        return List.of();
    }

    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(EntryCost.ofQuorum(3, 3));
    }

    @Override
    public String knownSynchronisation() {
        return "up to 2T";
    }

    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return Passing.declared(protocol.traits().fairness());
    }
}
