// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.Mutant;
import io.quorate.papers.reference.naimitrehel.NaimiTrehel;
import java.util.List;
import java.util.Optional;

/** The kit of Naimi and Trehel's algorithm. */
public final class NaimiTrehelKit implements CheckKit {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new NaimiTrehel());

    private static final List<Mutant> MUTANTS = List.of(
            GUARDED.without("F1", "a node that asks keeps its father", Change.SKIPPED),
            GUARDED.without("F2", "a root that is asked does not take the asker for its father", Change.SKIPPED),
            GUARDED.without("N1", "a root that waits or is inside sends the token to who asks at once", Change.FALSE),
            GUARDED.without(
                    "N2",
                    "a node that has passed the token on remembers to whom, and passes it there the next time, too",
                    Change.SKIPPED),
            GUARDED.without("T1", "a node that leaves keeps the token although another is next", Change.SKIPPED),
            GUARDED.without(
                    "T2",
                    "the token goes to the last that has asked, not to the first",
                    Change.calling("next", "father")),
            GUARDED.without(
                    "W1",
                    "a node that has given up keeps the token when it comes although another is next",
                    Change.SKIPPED),
            GUARDED.without(
                    "W2", "a node that has given up and asks again asks as if nothing were on its way", Change.FALSE));

    @Override
    public String protocol() {
        return "naimi-trehel";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return NaimiTrehelChecks.forMutants();
    }

    /** A mutant that breaks only the order is searched only where the order is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals("T2") ? List.of(NaimiTrehelChecks.order()) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return NaimiTrehelChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return NaimiTrehelChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    /** Alone, the worst entry takes N messages. Under load fathers are near: at most four. */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(MessageBudget.atMost((quorums, nodes) -> nodes, (quorums, nodes) -> Math.min(nodes, 4)));
    }

    @Override
    public String knownSynchronisation() {
        return "T";
    }

    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return Passing.declared(protocol.traits().fairness());
    }
}
