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
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.maekawa.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The kit of Maekawa's algorithm, with and without take-over. */
public final class MaekawaKit implements CheckKit {
    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> Maekawa.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "maekawa";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return both(MaekawaChecks.forMutants(), TakeOverChecks.forMutants());
    }

    /** A mutant that breaks only the order is searched only where the order is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals("A10") ? List.of(MaekawaChecks.order()) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return both(MaekawaChecks.small(), TakeOverChecks.small());
    }

    @Override
    public List<CheckSystem> large() {
        return both(MaekawaChecks.large(), TakeOverChecks.large());
    }

    private static List<CheckSystem> both(List<CheckSystem> plain, List<CheckSystem> takeOver) {
        return Stream.concat(plain.stream(), takeOver.stream()).toList();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS.stream()
                .filter(mutant -> mutant.protocol().rules().equals(rules))
                .toList();
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
        return Optional.of(
                new PrintedCost("Maekawa, section 8", PrintedCost.forEachMember(3), PrintedCost.forEachMember(5)));
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
