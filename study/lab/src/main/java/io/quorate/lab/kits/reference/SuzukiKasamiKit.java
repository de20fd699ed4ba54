// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

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
import io.quorate.papers.reference.suzukikasami.SuzukiKasami;
import java.util.List;
import java.util.Optional;

/** The kit of Suzuki and Kasami's algorithm. */
public final class SuzukiKasamiKit implements CheckKit {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new SuzukiKasami());

    private static final List<Mutant> MUTANTS = List.of(
            GUARDED.without("P1a", "who leaves does not note in LN that it was served", Change.UNCHANGED),
            GUARDED.without("P1b", "who leaves does not look for those who have asked", Change.SKIPPED),
            GUARDED.without(
                    "P1c",
                    "who asks later stands before those in the queue",
                    Change.calling("add", LastComeFirstServed.class, "addFirst")),
            GUARDED.without("P2a", "an older REQUEST lowers RN again", Change.TRUE),
            GUARDED.without("P2b", "who is inside gives the token away", Change.FALSE),
            GUARDED.without("P2c", "a REQUEST does not move the token of somebody who does not use it", Change.SKIPPED),
            GUARDED.without("A1", "who gets the token after giving up keeps it", Change.SKIPPED),
            GUARDED.without("A2", "who asks again after giving up takes a new number", Change.FALSE),
            GUARDED.without("T1", "a token that comes twice is taken twice", Change.FALSE),
            GUARDED.without("S1", "after a link reset, the requester does not ask again", Change.SKIPPED),
            GUARDED.without("S2", "after a link reset, the token is not sent again", Change.SKIPPED));

    @Override
    public String protocol() {
        return "suzuki-kasami";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return SuzukiKasamiChecks.forMutants();
    }

    /** A mutant that breaks only the order is searched only where the order is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals("P1c") ? List.of(SuzukiKasamiChecks.order()) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return SuzukiKasamiChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return SuzukiKasamiChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    /** A request to everybody finds the token. */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        MessageBudget.Bound most = (quorums, nodes) -> nodes;
        return Optional.of(
                MessageBudget.atMost(most, most, (nodes, isContended) -> "N = " + nodes + ", 0 at the token"));
    }

    @Override
    public Optional<PrintedCost> printedCost(String rules) {
        return Optional.of(PrintedCost.always(
                "named by Thiare and Fall, section 1", new PrintedCost.Term("N", (quorums, nodes) -> nodes)));
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
