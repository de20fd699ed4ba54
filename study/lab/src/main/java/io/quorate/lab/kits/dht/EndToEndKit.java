// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.mutant.Mutant;
import io.quorate.overlay.dht.Rule;
import io.quorate.overlay.dht.endtoend.EndToEnd;
import io.quorate.overlay.dht.endtoend.EndToEndRule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The kit of the End-to-End protocol. */
public final class EndToEndKit implements CheckKit {
    private static final String CORRECTED = new EndToEnd().rules();

    /** The rules of votes that matter here in another way than where replicas have queues; the others are tried with Sigma. */
    private static final List<Rule> RULES_OF_VOTES =
            List.of(Rule.V1_TRANSFER_ONLY_WHAT_IS_THERE, Rule.A5_REMEMBER_THE_OLDEST, Rule.T1_VOTES_IN_ITS_OWN_NAME);

    private static final List<Mutant> MUTANTS = Stream.concat(
                    Arrays.stream(EndToEndRule.values())
                            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> EndToEnd.without(rule))),
                    RULES_OF_VOTES.stream()
                            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> EndToEnd.without(rule))))
            .toList();

    @Override
    public String protocol() {
        return "endtoend";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return EndToEndChecks.forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return EndToEndChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return EndToEndChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return CORRECTED.equals(rules) ? MUTANTS : List.of();
    }

    @Override
    public List<Mutant> mutantsOfStorms(String rules) {
        return CarelessNodes.of(CORRECTED.equals(rules) ? new EndToEnd() : EndToEnd.asPrinted());
    }

    @Override
    public boolean waitsOnTheWay() {
        return true;
    }

    /** One who waits may wait for one who waits. */
    @Override
    public int recoveryRounds() {
        return 5;
    }

    /** A request on its way, one in its session, both answered, and a release. Where all nodes know each other: a way of n links costs n-1 more. */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        MessageBudget.Bound most = (replicas, nodes) -> 5 * replicas.size();
        return Optional.of(MessageBudget.atMost(most, most));
    }
}
