// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.maekawa;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.Property;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.kit.PrintedCost;
import io.quorate.lab.mutant.Mutant;
import io.quorate.papers.maekawa.Rule;
import io.quorate.papers.maekawa.ThiareFall;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The kit of the algorithm of Thiare and Fall, which is Maekawa's with other quorums. */
public final class ThiareFallKit implements CheckKit {
    /** The rules against deadlock that section 4.2 lacks, and the order; the others are left out in Maekawa's mutants. */
    private static final List<Mutant> MUTANTS = Stream.of(
                    Rule.A1_TELL_BEHIND_ANOTHER,
                    Rule.A2_TELL_THE_DISPLACED,
                    Rule.R8_RELINQUISHED_IS_FAILED,
                    Rule.A10_BY_AGE)
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> ThiareFall.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "thiare-fall";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return ThiareFallChecks.forMutants();
    }

    /** A mutant that breaks only the order is searched only where the order is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals("A10") ? List.of(ThiareFallChecks.order()) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return ThiareFallChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return ThiareFallChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return rules.equals("corrected") ? MUTANTS : List.of();
    }

    @Override
    public List<Property> properties(CheckSystem system) {
        return MaekawaProperties.of(system);
    }

    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(EntryCost.ofQuorum(3, 6));
    }

    @Override
    public Optional<PrintedCost> printedCost(String rules) {
        return Optional.of(new PrintedCost(
                "Thiare and Fall, section 7, M nodes are asked",
                new PrintedCost.Term("3M", PrintedCost.forEachMember(3).value()),
                new PrintedCost.Term("5M", PrintedCost.forEachMember(5).value())));
    }

    @Override
    public String knownSynchronisation() {
        return "up to 2T";
    }

    /**
     * No order for all quorums: a younger one that was asked for its vote back keeps it until it knows that it fails elsewhere (R7), and
     * may get its last vote at the release. And a node whose clock is behind may ask with an older stamp. It passes a waiter once: then its
     * clock is ahead of it. In simulations of up to 21 nodes a waiter was passed 3 times at most.
     */
    @Override
    public Optional<Passing> bound(QuorumSystem quorums, int nodes) {
        return Optional.of(Passing.byArrival(nodes - 1));
    }
}
